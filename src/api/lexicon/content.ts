/** Resources of content: what is written, shown and said. */
export default `
Post:
  description: A piece of writing with its author.
  fields:
    title: string required 1..200
    slug: slug required unique
    body: string required 1..50000
    excerpt: string ..500
    status: enum(draft, published, archived) = draft
    publishedAt: datetime auto(action)
    coverImageUrl: uri
  relations:
    author: belongs to User
    category: belongs to Category, optional
    tags: many to many Tag
    comments: has many Comment
  actions:
    publish: { set: { status: published, publishedAt: $now }, when: { status: [draft, archived] } }
    unpublish: { set: { status: draft, publishedAt: null }, when: { status: published } }
    archive: { set: { status: archived }, when: { status: [draft, published] } }
Article:
  description: A text of a publication.
  fields:
    title: string required 1..200
    slug: slug required unique
    summary: string ..500
    body: string required 1..100000
    language: string 2..5 /^[a-z]{2}(-[A-Z]{2})?$/ = en
    status: enum(draft, in-review, published, archived) = draft
    publishedAt: datetime auto(action)
  relations:
    author: belongs to User
    category: belongs to Category, optional
    tags: many to many Tag
  actions:
    submit: { set: { status: in-review }, when: { status: draft } }
    publish: { set: { status: published, publishedAt: $now }, when: { status: [draft, in-review] } }
    archive: { set: { status: archived }, when: { status: published } }
News:
  description: Something that has happened.
  fields:
    headline: string required 1..200
    slug: slug required unique
    body: string required 1..50000
    source: string ..160
    sourceUrl: uri
    status: enum(draft, published) = draft
    publishedAt: datetime auto(action)
  relations:
    author: belongs to User, optional
    category: belongs to Category, optional
  actions:
    publish: { set: { status: published, publishedAt: $now }, when: { status: draft } }
    unpublish: { set: { status: draft, publishedAt: null }, when: { status: published } }
Page:
  description: A page of a site.
  fields:
    title: string required 1..200
    path: string required unique 1..200 /^[a-z0-9-]+([.][a-z0-9-]+)*$/
    body: string ..100000
    metaDescription: string ..160
    isPublished: boolean = false
    position: integer 0..100000 = 0
  relations:
    parent: belongs to Page, optional, inverse children
  actions:
    publish: { set: { isPublished: true }, when: { isPublished: false } }
    unpublish: { set: { isPublished: false }, when: { isPublished: true } }
Comment:
  description: What somebody says about a post.
  fields:
    body: string required 1..5000
    status: enum(visible, hidden) = visible
    editedAt: datetime auto(action)
  relations:
    post: belongs to Post, on delete cascade
    author: belongs to User
    parent: belongs to Comment, optional, on delete cascade, inverse replies
  actions:
    hide: { set: { status: hidden }, when: { status: visible } }
    show: { set: { status: visible }, when: { status: hidden } }
Tag:
  description: A word that groups things.
  fields:
    name: string required unique 1..50
    slug: slug required unique
    description: string ..300
    color: string /^#[0-9a-f]{6}$/
Label:
  description: A coloured word on things.
  fields:
    name: string required unique 1..50
    color: string required /^#[0-9a-f]{6}$/
    description: string ..300
Blog:
  description: A place for posts.
  fields:
    title: string required 1..120
    slug: slug required unique
    description: string ..500
    language: string 2..5 /^[a-z]{2}(-[A-Z]{2})?$/ = en
    isPublic: boolean = true
  relations:
    owner: belongs to User
    posts: has many Post
Message:
  description: What somebody says to somebody.
  fields:
    body: string required 1..10000
    readAt: datetime auto(action)
    editedAt: datetime auto(action)
  relations:
    conversation: belongs to Conversation, on delete cascade
    sender: belongs to User, inverse sentMessages
    replyTo: belongs to Message, optional, inverse replies
  actions:
    read: { summary: Mark a message as read, set: { readAt: $now }, when: { readAt: null } }
    edit: { set: { body: $input, editedAt: $now } }
Conversation:
  description: Messages among some people.
  fields:
    subject: string ..160
    isArchived: boolean = false
  relations:
    participants: many to many User
    messages: has many Message
  actions:
    archive: { set: { isArchived: true }, when: { isArchived: false } }
    restore: { set: { isArchived: false }, when: { isArchived: true } }
Channel:
  description: A room to talk in.
  fields:
    name: string required unique 1..80 /^[a-z0-9-]+$/
    topic: string ..250
    isPrivate: boolean = false
    isArchived: boolean = false
  relations:
    members: many to many User
  actions:
    archive: { set: { isArchived: true }, when: { isArchived: false } }
    restore: { set: { isArchived: false }, when: { isArchived: true } }
Notification:
  description: Something that a user should know.
  fields:
    kind: enum(info, success, warning, error) = info
    title: string required 1..160
    body: string ..2000
    link: uri
    readAt: datetime auto(action)
  relations:
    user: belongs to User, on delete cascade
  actions:
    read: { summary: Mark a notification as read, set: { readAt: $now }, when: { readAt: null } }
Announcement:
  description: Something that everybody should know.
  fields:
    title: string required 1..160
    body: string required 1..10000
    audience: enum(everyone, members, staff) = everyone
    startsAt: datetime
    endsAt: datetime
    isPinned: boolean = false
  actions:
    pin: { set: { isPinned: true }, when: { isPinned: false } }
    unpin: { set: { isPinned: false }, when: { isPinned: true } }
Document:
  description: A written record with versions.
  fields:
    title: string required 1..200
    body: string ..200000
    status: enum(draft, in-review, approved, archived) = draft
    version: integer 1..100000 = 1
    approvedAt: datetime auto(action)
  relations:
    owner: belongs to User
    folder: belongs to Folder, optional
    tags: many to many Tag
  actions:
    submit: { set: { status: in-review }, when: { status: draft } }
    approve: { set: { status: approved, approvedAt: $now }, when: { status: in-review } }
    archive: { set: { status: archived }, when: { status: [draft, approved] } }
Folder:
  description: Holds files and folders.
  fields:
    name: string required 1..120
    color: string /^#[0-9a-f]{6}$/
  relations:
    parent: belongs to Folder, optional, on delete cascade, inverse subfolders
    owner: belongs to User, optional
  unique: [[parentId, name]]
File:
  description: Facts about a stored file.
  fields:
    name: string required 1..255
    mediaType: string required 3..127 /^[a-z]+[/][a-z0-9.+-]+$/
    size: integer required 0..2147483647
    storageKey: string required unique 1..512
    checksum: string 64..64 /^[0-9a-f]+$/
  relations:
    folder: belongs to Folder, optional, on delete cascade
    owner: belongs to User
Image:
  description: A picture.
  fields:
    url: uri required
    alt: string ..300
    width: integer required 1..100000
    height: integer required 1..100000
    mediaType: enum(image/png, image/jpeg, image/webp, image/gif) required
    caption: string ..500
  relations:
    uploader: belongs to User, optional
Photo:
  description: A picture that somebody took.
  fields:
    url: uri required
    title: string ..160
    description: string ..1000
    takenAt: datetime
    latitude: number -90..90
    longitude: number -180..180
    isPublic: boolean = false
  relations:
    album: belongs to Album, optional
    owner: belongs to User, on delete cascade
Video:
  description: A film that is shown.
  fields:
    title: string required 1..160
    description: text
    url: uri required
    durationSeconds: integer required 1..864000
    status: enum(processing, ready, failed) = processing
    visibility: enum(public, unlisted, private) = private
    publishedAt: datetime auto(action)
  relations:
    channel: belongs to Channel, optional
    uploader: belongs to User
  actions:
    publish: { set: { visibility: public, publishedAt: $now }, when: { visibility: [unlisted, private] } }
Album:
  description: A collection of songs or pictures.
  fields:
    title: string required 1..160
    releaseDate: date
    coverUrl: uri
    genre: string ..60
  relations:
    artist: belongs to Artist, optional
Artist:
  description: Somebody who makes music or pictures.
  fields:
    name: string required 1..160
    bio: text
    country: string 2..2 /^[A-Z]{2}$/
    websiteUrl: uri
    genres: string[] ..20
Song:
  description: A piece of music.
  fields:
    title: string required 1..160
    durationSeconds: integer required 1..86400
    trackNumber: integer 1..500
    isrc: string unique 12..12 /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/
    isExplicit: boolean = false
  relations:
    artist: belongs to Artist
    album: belongs to Album, optional
Playlist:
  description: Songs in an order.
  fields:
    name: string required 1..120
    description: string ..500
    isPublic: boolean = false
  relations:
    owner: belongs to User, on delete cascade
    songs: many to many Song
Movie:
  description: A film.
  fields:
    title: string required 1..200
    releaseYear: integer required 1888..2200
    durationMinutes: integer required 1..1000
    genres: string[] ..20
    synopsis: text
    ageRating: enum(all, 6, 12, 16, 18) = all
    rating: number 0..10
    posterUrl: uri
  relations:
    director: belongs to Person, optional, inverse directedMovies
    actors: many to many Person
Series:
  description: A story told in episodes.
  fields:
    title: string required 1..200
    synopsis: text
    firstAiredOn: date
    status: enum(announced, running, ended, cancelled) = announced
    genres: string[] ..20
  relations:
    episodes: has many Episode
  actions:
    end: { set: { status: ended }, when: { status: running } }
    cancel: { set: { status: cancelled }, when: { status: [announced, running] } }
Episode:
  description: One part of a series.
  fields:
    title: string required 1..200
    season: integer required 1..200
    number: integer required 1..5000
    durationMinutes: integer 1..1000
    airedOn: date
    synopsis: text
  relations:
    series: belongs to Series, on delete cascade
  unique: [[seriesId, season, number]]
Podcast:
  description: A show to listen to.
  fields:
    title: string required 1..160
    description: text required
    feedUrl: uri required unique
    language: string 2..5 /^[a-z]{2}(-[A-Z]{2})?$/ = en
    isExplicit: boolean = false
Book:
  description: A title of a library or shop.
  fields:
    title: string required 1..300
    isbn: string required unique 13..13 /^97[89][0-9]{10}$/
    description: text
    publishedOn: date
    pageCount: integer 1..50000
    language: string 2..5 /^[a-z]{2}(-[A-Z]{2})?$/ = en
    copies: integer 0..100000 = 1
  relations:
    author: belongs to Author, optional
    publisher: belongs to Publisher, optional
    genres: many to many Genre
Author:
  description: Somebody who writes.
  fields:
    name: string required 1..160
    bio: text
    birthDate: date
    deathDate: date
    websiteUrl: uri
  relations:
    books: has many Book
Publisher:
  description: A house that publishes.
  fields:
    name: string required unique 1..160
    country: string 2..2 /^[A-Z]{2}$/
    websiteUrl: uri
Genre:
  description: A kind of work.
  fields:
    name: string required unique 1..60
    description: string ..300
Loan:
  description: A book that a member has for a time.
  fields:
    borrowedAt: datetime auto(now)
    dueDate: date required
    returnedAt: datetime auto(action)
    renewals: integer 0..10 = 0
    status: enum(active, returned, lost) = active
  relations:
    book: belongs to Book
    member: belongs to Member
  actions:
    return: { set: { status: returned, returnedAt: $now }, when: { status: active } }
    renew: { set: { dueDate: $input }, when: { status: active } }
    lose: { set: { status: lost }, when: { status: active } }
Recipe:
  description: How to cook something.
  fields:
    title: string required 1..160
    description: string ..1000
    ingredients: string[] required 1..100
    steps: string[] required 1..100
    servings: integer 1..100 = 4
    prepMinutes: integer 0..10000
    cookMinutes: integer 0..10000
    difficulty: enum(easy, medium, hard) = medium
    isPublished: boolean = false
  relations:
    author: belongs to User, optional
    tags: many to many Tag
  actions:
    publish: { set: { isPublished: true }, when: { isPublished: false } }
    unpublish: { set: { isPublished: false }, when: { isPublished: true } }
Ingredient:
  description: Something that recipes use.
  fields:
    name: string required unique 1..100
    unit: enum(g, ml, piece, tsp, tbsp) = g
    calories: number 0..2000
    isVegan: boolean = false
    allergens: string[] ..20
Question:
  description: Something that somebody wants to know.
  fields:
    title: string required 10..200
    body: string required 1..30000
    status: enum(open, answered, closed) = open
    votes: integer = 0
  relations:
    author: belongs to User
    tags: many to many Tag
    answers: has many Answer
  actions:
    close: { set: { status: closed }, when: { status: [open, answered] } }
    reopen: { set: { status: open }, when: { status: closed } }
Answer:
  description: What somebody answers to a question.
  fields:
    body: string required 1..30000
    isAccepted: boolean = false
    votes: integer = 0
  relations:
    question: belongs to Question, on delete cascade
    author: belongs to User
  actions:
    accept: { set: { isAccepted: true }, when: { isAccepted: false } }
Poll:
  description: A question with choices to vote for.
  fields:
    question: string required 1..300
    choices: string[] required 2..20
    isMultiple: boolean = false
    closesAt: datetime
    status: enum(open, closed) = open
  relations:
    author: belongs to User
  actions:
    close: { set: { status: closed }, when: { status: open } }
Survey:
  description: Questions to many people.
  fields:
    title: string required 1..160
    description: text
    questions: json required
    status: enum(draft, open, closed) = draft
    openedAt: datetime auto(action)
    closedAt: datetime auto(action)
  actions:
    open: { set: { status: open, openedAt: $now }, when: { status: draft } }
    close: { set: { status: closed, closedAt: $now }, when: { status: open } }
Feedback:
  description: What somebody thinks of our service.
  fields:
    kind: enum(praise, idea, complaint) = idea
    message: string required 1..5000
    email: email
    rating: integer 1..5
    status: enum(new, reviewed, done) = new
  actions:
    review: { set: { status: reviewed }, when: { status: new } }
    resolve: { set: { status: done }, when: { status: [new, reviewed] } }
Bookmark:
  description: A link to keep.
  fields:
    url: uri required
    title: string required 1..200
    description: string ..1000
    isFavorite: boolean = false
  relations:
    user: belongs to User, on delete cascade
    tags: many to many Tag
Link:
  description: A short way to a long address.
  fields:
    code: slug required unique
    targetUrl: uri required
    title: string ..200
    clicks: integer 0.. = 0
    expiresAt: datetime
    isActive: boolean = true
  actions:
    disable: { set: { isActive: false }, when: { isActive: true } }
    enable: { set: { isActive: true }, when: { isActive: false } }
Faq:
  description: A question that is often asked, with its answer.
  fields:
    question: string required 1..300
    answer: string required 1..10000
    position: integer 0..100000 = 0
    isPublished: boolean = true
  relations:
    category: belongs to Category, optional
Newsletter:
  description: A letter to many readers.
  fields:
    subject: string required 1..160
    body: string required 1..100000
    status: enum(draft, scheduled, sent) = draft
    scheduledAt: datetime
    sentAt: datetime auto(action)
  actions:
    send: { set: { status: sent, sentAt: $now }, when: { status: [draft, scheduled] } }
Campaign:
  description: A planned effort to be noticed.
  fields:
    name: string required 1..120
    channel: enum(email, social, search, print) required
    budget: decimal(12, 2) 0..
    startDate: date required
    endDate: date
    status: enum(draft, running, paused, finished) = draft
  actions:
    start: { set: { status: running }, when: { status: [draft, paused] } }
    pause: { set: { status: paused }, when: { status: running } }
    finish: { set: { status: finished }, when: { status: [running, paused] } }
Lead:
  description: Somebody who may become a customer.
  fields:
    name: string required 1..120
    email: email required unique
    phone: phone
    company: string ..160
    source: enum(website, referral, event, advert, other) = website
    status: enum(new, contacted, qualified, lost, converted) = new
    score: integer 0..100 = 0
  relations:
    owner: belongs to User, optional
  actions:
    contact: { set: { status: contacted }, when: { status: new } }
    qualify: { set: { status: qualified }, when: { status: [new, contacted] } }
    convert: { set: { status: converted }, when: { status: qualified } }
    lose: { set: { status: lost }, when: { status: [new, contacted, qualified] } }
Deal:
  description: A sale that may come about.
  fields:
    title: string required 1..160
    amount: decimal(14, 2) required 0..
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    stage: enum(prospect, proposal, negotiation, won, lost) = prospect
    probability: integer 0..100 = 10
    expectedCloseDate: date
    closedAt: datetime auto(action)
  relations:
    customer: belongs to Customer, optional
    owner: belongs to User
  actions:
    win: { set: { stage: won, closedAt: $now }, when: { stage: [prospect, proposal, negotiation] } }
    lose: { set: { stage: lost, closedAt: $now }, when: { stage: [prospect, proposal, negotiation] } }
`;
