/** Resources of people and their work, in the notation of definition files. */
export default `
User:
  description: A person with an account.
  fields:
    email: email required unique
    password: password required
    name: string required 1..100
    role: enum(user, admin) auto(action) = user
    status: enum(active, suspended) auto(action) = active
    avatarUrl: uri
    lastLoginAt: datetime auto(action)
  actions:
    promote: { summary: Make a user an admin, set: { role: admin }, when: { role: user } }
    demote: { summary: Make an admin a user, set: { role: user }, when: { role: admin } }
    suspend: { set: { status: suspended }, when: { status: active } }
    reactivate: { set: { status: active }, when: { status: suspended } }
Person:
  description: A human being that we know.
  fields:
    firstName: string required 1..100
    lastName: string required 1..100
    email: email unique
    phone: phone
    birthDate: date
    notes: text
Profile:
  description: What a user shows of themselves.
  fields:
    displayName: string required 1..80
    bio: string ..500
    location: string ..100
    websiteUrl: uri
    avatarUrl: uri
    isPublic: boolean = true
  relations:
    user: belongs to User, unique, on delete cascade
Account:
  description: A customer organisation with its plan.
  fields:
    name: string required 1..120
    slug: slug required unique
    plan: enum(free, team, business) = free
    status: enum(active, suspended, closed) = active
    billingEmail: email required
    closedAt: datetime auto(action)
  relations:
    owner: belongs to User
  actions:
    suspend: { set: { status: suspended }, when: { status: active } }
    reactivate: { set: { status: active }, when: { status: suspended } }
    close: { set: { status: closed, closedAt: $now }, when: { status: [active, suspended] } }
Organization:
  description: A company, club or public body.
  fields:
    name: string required 1..160
    slug: slug required unique
    description: text
    websiteUrl: uri
    email: email
    phone: phone
    isActive: boolean = true
  relations:
    parent: belongs to Organization, optional, inverse subsidiaries
Company:
  description: A business that we deal with.
  fields:
    name: string required 1..160
    registrationNumber: string unique 1..40
    vatNumber: string unique 4..20
    industry: string ..80
    websiteUrl: uri
    email: email
    phone: phone
    employeeCount: integer 0..10000000
  relations:
    parent: belongs to Company, optional, inverse subsidiaries
Team:
  description: People who work together.
  fields:
    name: string required unique 1..80
    description: string ..500
    isArchived: boolean = false
  relations:
    lead: belongs to User, optional
    members: many to many User
  actions:
    archive: { set: { isArchived: true }, when: { isArchived: false } }
    restore: { set: { isArchived: false }, when: { isArchived: true } }
Role:
  description: A named set of permissions.
  fields:
    name: string required unique 1..60
    description: string ..300
    isSystem: boolean = false
  relations:
    permissions: many to many Permission
Permission:
  description: One thing that a role may do.
  fields:
    key: string required unique 3..100 /^[a-z]+([.:-][a-z]+)*$/
    description: string ..300
Department:
  description: A part of an organisation.
  fields:
    name: string required unique 1..100
    code: string required unique 2..10 /^[A-Z0-9]+$/
    description: string ..500
    costCenter: string ..20
  relations:
    parent: belongs to Department, optional, inverse subdepartments
    head: belongs to Employee, optional, inverse headedDepartments
Employee:
  description: Somebody employed here.
  fields:
    employeeNumber: string required unique 1..20
    firstName: string required 1..80
    lastName: string required 1..80
    email: email required unique
    phone: phone
    jobTitle: string required 1..100
    hireDate: date required
    terminationDate: date
    salary: decimal(12, 2) 0..
    status: enum(active, on-leave, terminated) = active
  relations:
    department: belongs to Department, optional
    manager: belongs to Employee, optional, inverse reports
  actions:
    terminate: { set: { status: terminated, terminationDate: $now }, when: { status: [active, on-leave] } }
    startLeave: { summary: Start an employee's leave, set: { status: on-leave }, when: { status: active } }
    endLeave: { summary: End an employee's leave, set: { status: active }, when: { status: on-leave } }
Member:
  description: Somebody who joined.
  fields:
    memberNumber: string required unique 1..20
    name: string required 1..120
    email: email required unique
    phone: phone
    joinedOn: date required
    status: enum(active, paused, left) = active
    leftAt: datetime auto(action)
  actions:
    pause: { set: { status: paused }, when: { status: active } }
    resume: { set: { status: active }, when: { status: paused } }
    leave: { set: { status: left, leftAt: $now }, when: { status: [active, paused] } }
Contact:
  description: Somebody whom we can reach.
  fields:
    firstName: string required 1..80
    lastName: string 1..80
    email: email
    phone: phone
    company: string ..160
    jobTitle: string ..100
    notes: text
    isFavorite: boolean = false
Address:
  description: A postal address.
  fields:
    label: string ..60
    street: string required 1..160
    street2: string ..160
    city: string required 1..100
    region: string ..100
    postalCode: string required 2..16
    country: string required 2..2 /^[A-Z]{2}$/
    isDefault: boolean = false
  relations:
    user: belongs to User, on delete cascade
Project:
  description: Work with a goal and an end.
  fields:
    name: string required 1..120
    key: string required unique 2..10 /^[A-Z][A-Z0-9]+$/
    description: text
    status: enum(planned, active, on-hold, completed, archived) = planned
    startDate: date
    dueDate: date
    budget: decimal(14, 2) 0..
    completedAt: datetime auto(action)
  relations:
    owner: belongs to User
    tasks: has many Task
    members: many to many User
  actions:
    start: { set: { status: active }, when: { status: [planned, on-hold] } }
    hold: { set: { status: on-hold }, when: { status: active } }
    complete: { set: { status: completed, completedAt: $now }, when: { status: active } }
    archive: { set: { status: archived }, when: { status: [planned, on-hold, completed] } }
Task:
  description: Something to be done.
  fields:
    title: string required 1..200
    description: text
    status: enum(todo, in-progress, done, cancelled) = todo
    priority: enum(low, medium, high, urgent) = medium
    dueDate: date
    estimatedHours: number 0..1000
    completedAt: datetime auto(action)
  relations:
    assignee: belongs to User, optional, inverse assignedTasks
    project: belongs to Project, optional
    parent: belongs to Task, optional, on delete cascade, inverse subtasks
    tags: many to many Tag
  actions:
    start: { set: { status: in-progress }, when: { status: todo } }
    complete: { set: { status: done, completedAt: $now }, when: { status: [todo, in-progress] } }
    cancel: { set: { status: cancelled }, when: { status: [todo, in-progress] } }
    reopen: { set: { status: todo, completedAt: null }, when: { status: [done, cancelled] } }
    assign: { set: { assigneeId: $input } }
Milestone:
  description: A point that a project has to reach.
  fields:
    title: string required 1..160
    description: text
    dueDate: date required
    status: enum(open, reached, missed) = open
    reachedAt: datetime auto(action)
  relations:
    project: belongs to Project, on delete cascade
  actions:
    reach: { set: { status: reached, reachedAt: $now }, when: { status: open } }
Sprint:
  description: A short span of planned work.
  fields:
    name: string required 1..80
    goal: string ..500
    startDate: date required
    endDate: date required
    status: enum(planned, active, closed) = planned
  relations:
    project: belongs to Project, on delete cascade
    tasks: has many Task
  actions:
    start: { set: { status: active }, when: { status: planned } }
    close: { set: { status: closed }, when: { status: active } }
Issue:
  description: A defect or wish that somebody reported.
  fields:
    title: string required 1..200
    description: text required
    kind: enum(bug, feature, question) = bug
    severity: enum(low, medium, high, critical) = medium
    status: enum(open, in-progress, resolved, closed) = open
    resolvedAt: datetime auto(action)
  relations:
    project: belongs to Project, optional
    reporter: belongs to User, inverse reportedIssues
    assignee: belongs to User, optional, inverse assignedIssues
    labels: many to many Label
    duplicateOf: belongs to Issue, optional, inverse duplicates
  actions:
    start: { set: { status: in-progress }, when: { status: open } }
    resolve: { set: { status: resolved, resolvedAt: $now }, when: { status: [open, in-progress] } }
    close: { set: { status: closed }, when: { status: [open, in-progress, resolved] } }
    reopen: { set: { status: open, resolvedAt: null }, when: { status: [resolved, closed] } }
Ticket:
  description: A customer's question to support.
  fields:
    subject: string required 1..200
    description: text required
    requesterEmail: email required
    status: enum(new, open, pending, solved, closed) = new
    priority: enum(low, normal, high, urgent) = normal
    channel: enum(email, chat, phone, web) = web
    solvedAt: datetime auto(action)
  relations:
    assignee: belongs to User, optional
    merged: belongs to Ticket, optional, inverse mergedTickets
  actions:
    open: { set: { status: open }, when: { status: [new, pending] } }
    solve: { set: { status: solved, solvedAt: $now }, when: { status: [new, open, pending] } }
    close: { set: { status: closed }, when: { status: solved } }
    reopen: { set: { status: open, solvedAt: null }, when: { status: [solved, closed] } }
    assign: { set: { assigneeId: $input, status: open } }
Meeting:
  description: People who talk at a set time.
  fields:
    title: string required 1..160
    agenda: text
    startsAt: datetime required
    endsAt: datetime required
    location: string ..160
    videoUrl: uri
    status: enum(scheduled, held, cancelled) = scheduled
  relations:
    organizer: belongs to User, inverse organizedMeetings
    attendees: many to many User
  actions:
    cancel: { set: { status: cancelled }, when: { status: scheduled } }
    close: { set: { status: held }, when: { status: scheduled } }
Note:
  description: A short text to keep.
  fields:
    title: string 1..160
    body: string required 1..20000
    isPinned: boolean = false
    color: string /^#[0-9a-f]{6}$/
  relations:
    author: belongs to User, on delete cascade
    tags: many to many Tag
  actions:
    pin: { set: { isPinned: true }, when: { isPinned: false } }
    unpin: { set: { isPinned: false }, when: { isPinned: true } }
Reminder:
  description: Something to be told at a set time.
  fields:
    message: string required 1..500
    remindAt: datetime required
    status: enum(pending, sent, dismissed) = pending
  relations:
    user: belongs to User, on delete cascade
  actions:
    dismiss: { set: { status: dismissed }, when: { status: [pending, sent] } }
Timesheet:
  description: A week's hours of one person.
  fields:
    weekStart: date required
    hours: number required 0..168
    notes: string ..1000
    status: enum(draft, submitted, approved, rejected) = draft
    submittedAt: datetime auto(action)
    approvedAt: datetime auto(action)
  relations:
    employee: belongs to Employee, on delete cascade
  unique: [[employeeId, weekStart]]
  actions:
    submit: { set: { status: submitted, submittedAt: $now }, when: { status: [draft, rejected] } }
    approve: { set: { status: approved, approvedAt: $now }, when: { status: submitted } }
    reject: { set: { status: rejected }, when: { status: submitted } }
LeaveRequest:
  description: An employee's wish for days off.
  fields:
    kind: enum(vacation, sick, parental, unpaid) = vacation
    startDate: date required
    endDate: date required
    reason: string ..1000
    status: enum(requested, approved, rejected, cancelled) = requested
    decidedAt: datetime auto(action)
  relations:
    employee: belongs to Employee, on delete cascade
    approver: belongs to Employee, optional, inverse leaveRequestsToApprove
  actions:
    approve: { set: { status: approved, decidedAt: $now }, when: { status: requested } }
    reject: { set: { status: rejected, decidedAt: $now }, when: { status: requested } }
    cancel: { set: { status: cancelled }, when: { status: [requested, approved] } }
Candidate:
  description: Somebody who applied for a job.
  fields:
    name: string required 1..120
    email: email required unique
    phone: phone
    resumeUrl: uri
    linkedinUrl: uri
    source: enum(referral, website, agency, event, other) = website
    rating: integer 1..5
Job:
  description: A position to be filled.
  fields:
    title: string required 1..160
    description: text required
    location: string ..120
    isRemote: boolean = false
    employmentType: enum(full-time, part-time, contract, internship) = full-time
    salaryMin: decimal(12, 2) 0..
    salaryMax: decimal(12, 2) 0..
    status: enum(draft, open, closed) = draft
    publishedAt: datetime auto(action)
  relations:
    company: belongs to Company, optional
  actions:
    publish: { set: { status: open, publishedAt: $now }, when: { status: draft } }
    close: { set: { status: closed }, when: { status: open } }
Application:
  description: A candidate's bid for a job.
  fields:
    coverLetter: text
    resumeUrl: uri required
    expectedSalary: decimal(12, 2) 0..
    status: enum(submitted, screening, interview, offered, hired, rejected, withdrawn) = submitted
  relations:
    job: belongs to Job
    candidate: belongs to Candidate
  unique: [[jobId, candidateId]]
  actions:
    advance: { summary: Invite to an interview, set: { status: interview }, when: { status: [submitted, screening] } }
    offer: { set: { status: offered }, when: { status: interview } }
    hire: { set: { status: hired }, when: { status: offered } }
    reject: { set: { status: rejected }, when: { status: [submitted, screening, interview, offered] } }
    withdraw: { set: { status: withdrawn }, when: { status: [submitted, screening, interview, offered] } }
Skill:
  description: Something that a person can do.
  fields:
    name: string required unique 1..80
    category: string ..80
    description: string ..500
Shift:
  description: Hours that somebody is to work.
  fields:
    startsAt: datetime required
    endsAt: datetime required
    role: string ..80
    breakMinutes: integer 0..480 = 30
    status: enum(planned, confirmed, cancelled) = planned
  relations:
    employee: belongs to Employee, optional
    location: belongs to Location, optional
  actions:
    confirm: { set: { status: confirmed }, when: { status: planned } }
    cancel: { set: { status: cancelled }, when: { status: [planned, confirmed] } }
`;
