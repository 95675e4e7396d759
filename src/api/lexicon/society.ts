/** Resources of schools, health, clubs, animals and law. */
export default `
Student:
  description: Somebody who learns.
  fields:
    studentNumber: string required unique 1..20
    firstName: string required 1..80
    lastName: string required 1..80
    email: email required unique
    birthDate: date
    enrolledOn: date required
    status: enum(active, on-leave, graduated, withdrawn) = active
  relations:
    courses: many to many Course
  actions:
    graduate: { set: { status: graduated }, when: { status: active } }
    withdraw: { set: { status: withdrawn }, when: { status: [active, on-leave] } }
Teacher:
  description: Somebody who teaches.
  fields:
    firstName: string required 1..80
    lastName: string required 1..80
    email: email required unique
    phone: phone
    subjects: string[] ..20
    hireDate: date
    isActive: boolean = true
Course:
  description: Something that is taught.
  fields:
    code: string required unique 2..16 /^[A-Z0-9-]+$/
    title: string required 1..160
    description: text
    credits: integer required 1..60
    capacity: integer 1..10000
    startDate: date
    endDate: date
    status: enum(draft, open, running, finished) = draft
  relations:
    teacher: belongs to Teacher, optional
  actions:
    open: { set: { status: open }, when: { status: draft } }
    start: { set: { status: running }, when: { status: open } }
    finish: { set: { status: finished }, when: { status: running } }
Lesson:
  description: One hour of a course.
  fields:
    title: string required 1..160
    content: string ..50000
    position: integer 1..10000 = 1
    durationMinutes: integer 1..600 = 45
    videoUrl: uri
    isPublished: boolean = false
  relations:
    course: belongs to Course, on delete cascade
  actions:
    publish: { set: { isPublished: true }, when: { isPublished: false } }
Enrollment:
  description: A student's place in a course.
  fields:
    status: enum(enrolled, completed, dropped) = enrolled
    grade: string ..4
    enrolledAt: datetime auto(now)
    completedAt: datetime auto(action)
  relations:
    student: belongs to Student, on delete cascade
    course: belongs to Course, on delete cascade
  unique: [[studentId, courseId]]
  actions:
    complete: { set: { status: completed, completedAt: $now, grade: $input }, when: { status: enrolled } }
    drop: { set: { status: dropped }, when: { status: enrolled } }
Assignment:
  description: Work that students hand in.
  fields:
    title: string required 1..160
    instructions: text required
    dueAt: datetime required
    maxPoints: integer 1..1000 = 100
    isPublished: boolean = false
  relations:
    course: belongs to Course, on delete cascade
  actions:
    publish: { set: { isPublished: true }, when: { isPublished: false } }
Exam:
  description: A test of what was learnt.
  fields:
    title: string required 1..160
    startsAt: datetime required
    durationMinutes: integer required 5..600
    room: string ..40
    maxPoints: integer 1..1000 = 100
    status: enum(planned, running, graded) = planned
  relations:
    course: belongs to Course
  actions:
    start: { set: { status: running }, when: { status: planned } }
    grade: { set: { status: graded }, when: { status: running } }
Grade:
  description: How well a student did.
  fields:
    points: number required 0..1000
    letter: enum(A, B, C, D, E, F) required
    comment: string ..1000
    gradedOn: date required
  relations:
    student: belongs to Student, on delete cascade
    exam: belongs to Exam, on delete cascade
  unique: [[studentId, examId]]
Quiz:
  description: Questions to test oneself.
  fields:
    title: string required 1..160
    description: string ..1000
    timeLimitMinutes: integer 1..600
    passingScore: integer 0..100 = 60
    questions: json required
    isPublished: boolean = false
  relations:
    course: belongs to Course, optional
  actions:
    publish: { set: { isPublished: true }, when: { isPublished: false } }
Certificate:
  description: Proof that somebody achieved something.
  fields:
    number: string required unique 1..40
    title: string required 1..160
    recipient: string required 1..160
    issuedOn: date required
    expiresOn: date
    revokedAt: datetime auto(action)
  actions:
    revoke: { set: { revokedAt: $now }, when: { revokedAt: null } }
School:
  description: A place of learning.
  fields:
    name: string required 1..160
    kind: enum(primary, secondary, university, other) required
    address: string required 1..300
    email: email
    phone: phone
    foundedYear: integer 800..2200
Patient:
  description: Somebody who is treated.
  fields:
    recordNumber: string required unique 1..20
    firstName: string required 1..80
    lastName: string required 1..80
    birthDate: date required
    sex: enum(female, male, other, unknown) = unknown
    bloodType: enum(A+, A-, B+, B-, AB+, AB-, O+, O-)
    phone: phone
    email: email
    allergies: string[] ..100
    notes: text
  relations:
    doctor: belongs to Doctor, optional
Doctor:
  description: Somebody who treats.
  fields:
    firstName: string required 1..80
    lastName: string required 1..80
    licenseNumber: string required unique 3..32
    specialty: string required 1..100
    email: email required unique
    phone: phone
    isAcceptingPatients: boolean = true
Prescription:
  description: A remedy that a doctor orders.
  fields:
    medication: string required 1..160
    dosage: string required 1..120
    instructions: string ..1000
    startDate: date required
    endDate: date
    refills: integer 0..99 = 0
    status: enum(active, completed, cancelled) = active
  relations:
    patient: belongs to Patient, on delete cascade
    doctor: belongs to Doctor
  actions:
    complete: { set: { status: completed }, when: { status: active } }
    cancel: { set: { status: cancelled }, when: { status: active } }
Medication:
  description: A remedy.
  fields:
    name: string required unique 1..160
    activeIngredient: string required 1..160
    form: enum(tablet, capsule, liquid, injection, cream) required
    strength: string required 1..40
    requiresPrescription: boolean = true
Hospital:
  description: A house where people are treated.
  fields:
    name: string required 1..160
    address: string required 1..300
    phone: phone required
    beds: integer 0..100000
    hasEmergencyRoom: boolean = true
Pet:
  description: An animal with a home.
  fields:
    name: string required 1..80
    species: enum(dog, cat, bird, rabbit, fish, other) required
    breed: string ..80
    birthDate: date
    weightKg: number 0..1000
    microchip: string unique 15..15 /^[0-9]+$/
    isNeutered: boolean = false
    status: enum(available, adopted) = available
  relations:
    owner: belongs to Person, optional
  actions:
    adopt: { set: { ownerId: $input, status: adopted }, when: { status: available } }
Animal:
  description: A living being in our care.
  fields:
    name: string required 1..80
    species: string required 1..80
    sex: enum(female, male, unknown) = unknown
    birthDate: date
    arrivedOn: date required
    status: enum(healthy, sick, deceased) = healthy
Plant:
  description: Something that grows.
  fields:
    name: string required 1..120
    species: string ..160
    location: string ..120
    wateringIntervalDays: integer 1..365 = 7
    lastWateredAt: datetime auto(action)
    notes: text
  actions:
    water: { set: { lastWateredAt: $now } }
Donation:
  description: Money that somebody gives.
  fields:
    amount: decimal(12, 2) required 0..
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    donorName: string 1..160
    donorEmail: email
    isAnonymous: boolean = false
    message: string ..500
    status: enum(pledged, received, refunded) = pledged
    receivedAt: datetime auto(action)
  relations:
    campaign: belongs to Campaign, optional
  actions:
    receive: { set: { status: received, receivedAt: $now }, when: { status: pledged } }
    refund: { set: { status: refunded }, when: { status: received } }
Volunteer:
  description: Somebody who helps for free.
  fields:
    name: string required 1..120
    email: email required unique
    phone: phone
    skills: string[] ..50
    hoursPerWeek: number 0..100
    isActive: boolean = true
Membership:
  description: Somebody's place in a club.
  fields:
    number: string required unique 1..32
    level: enum(basic, plus, premium) = basic
    startDate: date required
    endDate: date
    status: enum(active, expired, cancelled) = active
    cancelledAt: datetime auto(action)
  relations:
    member: belongs to Member, on delete cascade
  actions:
    cancel: { set: { status: cancelled, cancelledAt: $now }, when: { status: active } }
    renew: { set: { endDate: $input, status: active }, when: { status: [active, expired] } }
Club:
  description: People with something in common.
  fields:
    name: string required unique 1..120
    description: text
    foundedOn: date
    email: email
    isPublic: boolean = true
  relations:
    members: many to many Member
Player:
  description: Somebody who plays.
  fields:
    nickname: string required unique 3..32 /^[A-Za-z0-9_-]+$/
    email: email required unique
    level: integer 1..1000 = 1
    score: integer 0.. = 0
    isBanned: boolean = false
    lastSeenAt: datetime
  actions:
    ban: { set: { isBanned: true }, when: { isBanned: false } }
    unban: { set: { isBanned: false }, when: { isBanned: true } }
Game:
  description: Something to play.
  fields:
    title: string required 1..160
    genre: string ..60
    releaseDate: date
    minPlayers: integer 1..1000 = 1
    maxPlayers: integer 1..1000 = 4
    ageRating: integer 0..21 = 0
    price: decimal(10, 2) 0..
Match:
  description: Two sides that compete.
  fields:
    startsAt: datetime required
    venue: string ..160
    homeScore: integer 0..1000
    awayScore: integer 0..1000
    status: enum(scheduled, live, finished, postponed) = scheduled
  relations:
    homeTeam: belongs to Team, inverse homeMatches
    awayTeam: belongs to Team, inverse awayMatches
    tournament: belongs to Tournament, optional
  actions:
    start: { set: { status: live, homeScore: 0, awayScore: 0 }, when: { status: scheduled } }
    finish: { set: { status: finished, homeScore: $input, awayScore: $input }, when: { status: live } }
    postpone: { set: { status: postponed }, when: { status: scheduled } }
Tournament:
  description: Matches for a title.
  fields:
    name: string required 1..160
    startDate: date required
    endDate: date
    maxTeams: integer 2..1024 = 16
    prizeMoney: decimal(12, 2) 0..
    status: enum(announced, running, finished) = announced
  relations:
    teams: many to many Team
  actions:
    start: { set: { status: running }, when: { status: announced } }
    finish: { set: { status: finished }, when: { status: running } }
Workout:
  description: One session of training.
  fields:
    name: string required 1..120
    kind: enum(strength, cardio, mobility, other) = strength
    startedAt: datetime required
    durationMinutes: integer 1..1440
    calories: integer 0..20000
    notes: text
  relations:
    user: belongs to User, on delete cascade
Exercise:
  description: A movement to train.
  fields:
    name: string required unique 1..120
    muscleGroup: enum(legs, back, chest, shoulders, arms, core, full-body) required
    description: text
    videoUrl: uri
Goal:
  description: Something that somebody wants to reach.
  fields:
    title: string required 1..160
    description: text
    target: number required
    current: number = 0
    unit: string ..32
    dueDate: date
    status: enum(open, reached, abandoned) = open
    reachedAt: datetime auto(action)
  relations:
    owner: belongs to User, on delete cascade
  actions:
    reach: { set: { status: reached, reachedAt: $now }, when: { status: open } }
    abandon: { set: { status: abandoned }, when: { status: open } }
Habit:
  description: Something done again and again.
  fields:
    name: string required 1..120
    frequency: enum(daily, weekly, monthly) = daily
    streak: integer 0.. = 0
    lastDoneAt: datetime auto(action)
    isArchived: boolean = false
  relations:
    user: belongs to User, on delete cascade
  actions:
    check: { summary: Mark a habit as done, set: { lastDoneAt: $now }, when: { isArchived: false } }
    archive: { set: { isArchived: true }, when: { isArchived: false } }
Contract:
  description: What two sides agreed on.
  fields:
    number: string required unique 1..40
    title: string required 1..200
    party: string required 1..160
    value: decimal(14, 2) 0..
    startDate: date required
    endDate: date
    status: enum(draft, signed, terminated, expired) = draft
    signedAt: datetime auto(action)
    terminatedAt: datetime auto(action)
  actions:
    sign: { set: { status: signed, signedAt: $now }, when: { status: draft } }
    terminate: { set: { status: terminated, terminatedAt: $now }, when: { status: signed } }
Claim:
  description: What somebody demands of an insurance.
  fields:
    number: string required unique 1..40
    description: text required
    amount: decimal(12, 2) required 0..
    occurredOn: date required
    status: enum(filed, in-review, approved, rejected, paid) = filed
    decidedAt: datetime auto(action)
  relations:
    policy: belongs to Policy, optional
  actions:
    review: { set: { status: in-review }, when: { status: filed } }
    approve: { set: { status: approved, decidedAt: $now }, when: { status: in-review } }
    reject: { set: { status: rejected, decidedAt: $now }, when: { status: in-review } }
    pay: { set: { status: paid }, when: { status: approved } }
Policy:
  description: An insurance that somebody holds.
  fields:
    number: string required unique 1..40
    kind: enum(life, health, home, vehicle, liability) required
    premium: decimal(12, 2) required 0..
    startDate: date required
    endDate: date required
    status: enum(active, lapsed, cancelled) = active
  relations:
    holder: belongs to Person
  actions:
    cancel: { set: { status: cancelled }, when: { status: active } }
Vote:
  description: What somebody chose.
  fields:
    choice: string required 1..120
    weight: integer 1..1000000 = 1
  relations:
    poll: belongs to Poll, on delete cascade
    user: belongs to User, on delete cascade
  unique: [[pollId, userId]]
`;
