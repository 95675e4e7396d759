/** Resources of software, machines and their reports. */
export default `
Session:
  description: A time in which a user is signed in.
  fields:
    deviceName: string ..120
    ipAddress: string required 3..45 /^[0-9a-fA-F:.]+$/
    userAgent: string ..500
    expiresAt: datetime required
    revokedAt: datetime auto(action)
  relations:
    user: belongs to User, on delete cascade
  actions:
    revoke: { set: { revokedAt: $now }, when: { revokedAt: null } }
ApiKey:
  description: What a program shows to be let in.
  fields:
    name: string required 1..100
    secret: string required secret 32..128
    scopes: string[] ..50
    expiresAt: datetime
    lastUsedAt: datetime
    revokedAt: datetime auto(action)
  relations:
    owner: belongs to User, on delete cascade
  actions:
    revoke: { set: { revokedAt: $now }, when: { revokedAt: null } }
Webhook:
  description: An address that is called when something happens.
  fields:
    url: uri required
    events: string[] required 1..50
    secret: string required secret 16..128
    isActive: boolean = true
    failureCount: integer 0.. = 0
  actions:
    enable: { set: { isActive: true, failureCount: 0 }, when: { isActive: false } }
    disable: { set: { isActive: false }, when: { isActive: true } }
Device:
  description: A machine that reports to us.
  fields:
    serialNumber: string required unique 1..80
    name: string required 1..120
    model: string ..80
    firmware: string ..40
    status: enum(offline, online, faulty, retired) = offline
    lastSeenAt: datetime
  relations:
    owner: belongs to User, optional
    location: belongs to Location, optional
  actions:
    retire: { set: { status: retired }, when: { status: [offline, online, faulty] } }
Deployment:
  description: A version brought to a place where it runs.
  fields:
    version: string required 1..60
    environment: enum(development, staging, production) required
    commit: string required 7..40 /^[0-9a-f]+$/
    status: enum(queued, running, succeeded, failed, rolled-back) = queued
    startedAt: datetime auto(action)
    finishedAt: datetime auto(action)
  relations:
    service: belongs to Service, optional
  actions:
    start: { set: { status: running, startedAt: $now }, when: { status: queued } }
    succeed: { set: { status: succeeded, finishedAt: $now }, when: { status: running } }
    fail: { set: { status: failed, finishedAt: $now }, when: { status: running } }
    rollBack: { summary: Roll a deployment back, set: { status: rolled-back }, when: { status: succeeded } }
Service:
  description: Something that we offer or run.
  fields:
    name: string required unique 1..120
    description: text
    ownerEmail: email
    status: enum(up, degraded, down) = up
    repositoryUrl: uri
    tier: integer 1..4 = 3
Incident:
  description: Something that went wrong.
  fields:
    title: string required 1..200
    description: text
    severity: enum(minor, major, critical) required
    status: enum(open, investigating, resolved) = open
    startedAt: datetime required
    resolvedAt: datetime auto(action)
  relations:
    service: belongs to Service, optional
    assignee: belongs to User, optional
  actions:
    investigate: { set: { status: investigating }, when: { status: open } }
    resolve: { set: { status: resolved, resolvedAt: $now }, when: { status: [open, investigating] } }
Alert:
  description: A warning of a machine.
  fields:
    name: string required 1..160
    message: string required 1..2000
    level: enum(info, warning, critical) = warning
    status: enum(firing, acknowledged, resolved) = firing
    firedAt: datetime auto(now)
    acknowledgedAt: datetime auto(action)
    resolvedAt: datetime auto(action)
  relations:
    device: belongs to Device, optional
  actions:
    acknowledge: { set: { status: acknowledged, acknowledgedAt: $now }, when: { status: firing } }
    resolve: { set: { status: resolved, resolvedAt: $now }, when: { status: [firing, acknowledged] } }
Release:
  description: A version for everybody.
  fields:
    version: string required unique 1..40 /^[0-9]+[.][0-9]+[.][0-9]+/
    title: string ..160
    notes: text
    isPrerelease: boolean = false
    status: enum(draft, published, withdrawn) = draft
    publishedAt: datetime auto(action)
  relations:
    project: belongs to Project, optional
  actions:
    publish: { set: { status: published, publishedAt: $now }, when: { status: draft } }
    withdraw: { set: { status: withdrawn }, when: { status: published } }
FeatureFlag:
  description: A switch for a part of the program.
  fields:
    key: string required unique 2..80 /^[a-z0-9]+([._-][a-z0-9]+)*$/
    description: string ..500
    isEnabled: boolean = false
    rolloutPercent: integer 0..100 = 0
    rules: json
  actions:
    enable: { set: { isEnabled: true }, when: { isEnabled: false } }
    disable: { set: { isEnabled: false }, when: { isEnabled: true } }
AuditLog:
  description: Who did what, and when.
  fields:
    action: string required 1..100
    entityType: string required 1..80
    entityId: string required 1..64
    changes: json
    ipAddress: string 3..45 /^[0-9a-fA-F:.]+$/
    occurredAt: datetime auto(now)
  relations:
    actor: belongs to User, optional
Setting:
  description: A value that can be set.
  fields:
    key: string required unique 1..120 /^[a-z0-9]+([._-][a-z0-9]+)*$/
    value: json required
    description: string ..500
    isPublic: boolean = false
Template:
  description: A text with gaps to fill.
  fields:
    name: string required unique 1..120
    subject: string ..200
    body: string required 1..100000
    language: string 2..5 /^[a-z]{2}(-[A-Z]{2})?$/ = en
    isActive: boolean = true
Report:
  description: Facts gathered for a reader.
  fields:
    title: string required 1..160
    kind: enum(sales, finance, operations, custom) = custom
    periodStart: date required
    periodEnd: date required
    parameters: json
    status: enum(queued, running, ready, failed) = queued
    readyAt: datetime auto(action)
  relations:
    requester: belongs to User
  actions:
    finish: { set: { status: ready, readyAt: $now }, when: { status: [queued, running] } }
    fail: { set: { status: failed }, when: { status: [queued, running] } }
Dashboard:
  description: Facts at one glance.
  fields:
    title: string required 1..160
    layout: json
    isPublic: boolean = false
    refreshSeconds: integer 5..86400 = 60
  relations:
    owner: belongs to User, on delete cascade
Widget:
  description: One part of a dashboard.
  fields:
    title: string required 1..120
    kind: enum(chart, table, number, text) required
    settings: json
    position: integer 0..1000 = 0
  relations:
    dashboard: belongs to Dashboard, on delete cascade
Workspace:
  description: A team's part of the program.
  fields:
    name: string required 1..100
    slug: slug required unique
    plan: enum(free, team, business) = free
  relations:
    owner: belongs to User
    members: many to many User
Board:
  description: Lists of cards.
  fields:
    name: string required 1..120
    description: string ..500
    isArchived: boolean = false
  relations:
    workspace: belongs to Workspace, optional
    cards: has many Card
  actions:
    archive: { set: { isArchived: true }, when: { isArchived: false } }
Card:
  description: A note on a board.
  fields:
    title: string required 1..200
    description: text
    lane: enum(backlog, doing, done) = backlog
    position: integer 0.. = 0
    dueDate: date
  relations:
    board: belongs to Board, on delete cascade
    assignee: belongs to User, optional
    labels: many to many Label
  actions:
    move: { summary: Move a card to another lane, set: { lane: $input } }
Invitation:
  description: Somebody is asked to join.
  fields:
    email: email required
    role: enum(member, admin) = member
    token: string required secret 32..128
    status: enum(pending, accepted, declined, revoked) = pending
    expiresAt: datetime required
    acceptedAt: datetime auto(action)
  relations:
    inviter: belongs to User, inverse sentInvitations
    team: belongs to Team, optional
  actions:
    accept: { set: { status: accepted, acceptedAt: $now }, when: { status: pending } }
    decline: { set: { status: declined }, when: { status: pending } }
    revoke: { set: { status: revoked }, when: { status: pending } }
Experiment:
  description: A test of which way is better.
  fields:
    name: string required unique 1..120
    hypothesis: text required
    variants: string[] required 2..10
    status: enum(draft, running, finished) = draft
    startedAt: datetime auto(action)
    finishedAt: datetime auto(action)
  actions:
    start: { set: { status: running, startedAt: $now }, when: { status: draft } }
    finish: { set: { status: finished, finishedAt: $now }, when: { status: running } }
Dataset:
  description: Data that belong together.
  fields:
    name: string required unique 1..160
    description: text
    format: enum(csv, json, parquet, other) required
    rowCount: integer 0..
    sourceUrl: uri
    license: string ..80
    tags: string[] ..50
`;
