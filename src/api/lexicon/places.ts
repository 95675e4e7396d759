/** Resources of places, events and travel. */
export default `
Booking:
  description: Something reserved for a time.
  fields:
    reference: string required unique 4..32
    startsAt: datetime required
    endsAt: datetime required
    guests: integer 1..1000 = 1
    status: enum(pending, confirmed, cancelled, completed) = pending
    totalPrice: decimal(12, 2) 0..
    notes: string ..1000
    cancelledAt: datetime auto(action)
  relations:
    customer: belongs to Customer
    room: belongs to Room, optional
  actions:
    confirm: { set: { status: confirmed }, when: { status: pending } }
    cancel: { set: { status: cancelled, cancelledAt: $now }, when: { status: [pending, confirmed] } }
    complete: { set: { status: completed }, when: { status: confirmed } }
Reservation:
  description: A table or place kept for somebody.
  fields:
    name: string required 1..120
    phone: phone
    email: email
    partySize: integer required 1..500
    startsAt: datetime required
    status: enum(requested, confirmed, seated, cancelled, no-show) = requested
    notes: string ..1000
  relations:
    restaurant: belongs to Restaurant, optional
  actions:
    confirm: { set: { status: confirmed }, when: { status: requested } }
    seat: { set: { status: seated }, when: { status: confirmed } }
    cancel: { set: { status: cancelled }, when: { status: [requested, confirmed] } }
Appointment:
  description: A time that two people agreed on.
  fields:
    title: string required 1..160
    startsAt: datetime required
    durationMinutes: integer 5..1440 = 30
    status: enum(scheduled, confirmed, completed, cancelled, no-show) = scheduled
    location: string ..160
    notes: text
  relations:
    customer: belongs to Customer
    staff: belongs to Employee, optional
  actions:
    confirm: { set: { status: confirmed }, when: { status: scheduled } }
    complete: { set: { status: completed }, when: { status: [scheduled, confirmed] } }
    cancel: { set: { status: cancelled }, when: { status: [scheduled, confirmed] } }
    reschedule: { set: { startsAt: $input, status: scheduled }, when: { status: [scheduled, confirmed] } }
Event:
  description: Something that takes place.
  fields:
    title: string required 1..160
    description: text
    startsAt: datetime required
    endsAt: datetime required
    capacity: integer 1..1000000
    price: decimal(10, 2) 0.. = 0.00
    status: enum(draft, published, cancelled) = draft
    isOnline: boolean = false
    publishedAt: datetime auto(action)
  relations:
    venue: belongs to Venue, optional
    organizer: belongs to User, optional
    tags: many to many Tag
  actions:
    publish: { set: { status: published, publishedAt: $now }, when: { status: draft } }
    cancel: { set: { status: cancelled }, when: { status: [draft, published] } }
Attendee:
  description: Somebody who comes to an event.
  fields:
    name: string required 1..120
    email: email required
    status: enum(registered, checked-in, cancelled) = registered
    checkedInAt: datetime auto(action)
  relations:
    event: belongs to Event, on delete cascade
  unique: [[eventId, email]]
  actions:
    checkIn: { summary: Check an attendee in, set: { status: checked-in, checkedInAt: $now }, when: { status: registered } }
    cancel: { set: { status: cancelled }, when: { status: registered } }
Venue:
  description: Where events take place.
  fields:
    name: string required 1..160
    address: string required 1..300
    city: string required 1..100
    capacity: integer required 1..1000000
    email: email
    phone: phone
    isAccessible: boolean = false
Location:
  description: A point on the map.
  fields:
    name: string required 1..120
    address: string ..300
    latitude: number required -90..90
    longitude: number required -180..180
    timeZone: string 1..64 = UTC
Country:
  description: A state.
  fields:
    code: string required unique 2..2 /^[A-Z]{2}$/
    name: string required unique 1..100
    currency: string 3..3 /^[A-Z]{3}$/
    callingCode: string 2..6 /^[+][0-9]+$/
City:
  description: A town.
  fields:
    name: string required 1..120
    region: string ..120
    population: integer 0..2000000000
    latitude: number -90..90
    longitude: number -180..180
  relations:
    country: belongs to Country
Hotel:
  description: A house with rooms for guests.
  fields:
    name: string required 1..160
    address: string required 1..300
    city: string required 1..100
    stars: integer 1..5
    email: email
    phone: phone required
    amenities: string[] ..50
    isActive: boolean = true
  relations:
    rooms: has many Room
Room:
  description: A room that can be booked.
  fields:
    number: string required 1..16
    kind: enum(single, double, suite, meeting) = double
    capacity: integer required 1..1000
    pricePerNight: decimal(10, 2) 0..
    floor: integer -10..200
    status: enum(available, occupied, maintenance) = available
  relations:
    hotel: belongs to Hotel, optional
  unique: [[hotelId, number]]
  actions:
    occupy: { set: { status: occupied }, when: { status: available } }
    release: { set: { status: available }, when: { status: [occupied, maintenance] } }
    maintain: { set: { status: maintenance }, when: { status: available } }
Guest:
  description: Somebody who stays with us.
  fields:
    firstName: string required 1..80
    lastName: string required 1..80
    email: email required
    phone: phone
    nationality: string 2..2 /^[A-Z]{2}$/
    passportNumber: string ..20
    notes: text
Restaurant:
  description: A place to eat.
  fields:
    name: string required 1..160
    cuisine: string ..80
    address: string required 1..300
    phone: phone required
    websiteUrl: uri
    priceLevel: integer 1..4 = 2
    seats: integer 1..10000
    isOpen: boolean = true
  actions:
    open: { set: { isOpen: true }, when: { isOpen: false } }
    close: { set: { isOpen: false }, when: { isOpen: true } }
Menu:
  description: What a restaurant offers.
  fields:
    name: string required 1..120
    description: string ..500
    validFrom: date
    validUntil: date
    isActive: boolean = true
  relations:
    restaurant: belongs to Restaurant, optional, on delete cascade
MenuItem:
  description: A dish on a menu.
  fields:
    name: string required 1..120
    description: string ..500
    price: decimal(8, 2) required 0..
    course: enum(starter, main, dessert, drink, side) = main
    allergens: string[] ..20
    isVegetarian: boolean = false
    isAvailable: boolean = true
  relations:
    menu: belongs to Menu, optional, on delete cascade
Property:
  description: A house or flat to sell or let.
  fields:
    title: string required 1..160
    kind: enum(apartment, house, office, land) required
    offer: enum(sale, rent) required
    price: decimal(14, 2) required 0..
    areaSquareMeters: number required 1..10000000
    bedrooms: integer 0..100
    bathrooms: integer 0..100
    address: string required 1..300
    status: enum(available, reserved, sold, rented) = available
  relations:
    owner: belongs to Person, optional
    agent: belongs to User, optional
  actions:
    reserve: { set: { status: reserved }, when: { status: available } }
    sell: { set: { status: sold }, when: { status: [available, reserved] } }
    rent: { set: { status: rented }, when: { status: [available, reserved] } }
Lease:
  description: A contract to use a property.
  fields:
    startDate: date required
    endDate: date
    monthlyRent: decimal(12, 2) required 0..
    deposit: decimal(12, 2) 0..
    status: enum(draft, active, terminated) = draft
    terminatedAt: datetime auto(action)
  relations:
    property: belongs to Property
    tenant: belongs to Tenant
  actions:
    activate: { set: { status: active }, when: { status: draft } }
    terminate: { set: { status: terminated, terminatedAt: $now }, when: { status: active } }
Tenant:
  description: Somebody who rents.
  fields:
    name: string required 1..160
    email: email required unique
    phone: phone
    moveInDate: date
    emergencyContact: string ..200
Vehicle:
  description: A car, van or truck.
  fields:
    vin: string required unique 17..17 /^[A-HJ-NPR-Z0-9]+$/
    licensePlate: string required unique 2..12
    make: string required 1..60
    model: string required 1..60
    year: integer required 1886..2200
    fuel: enum(petrol, diesel, electric, hybrid) required
    mileage: integer 0..10000000 = 0
    status: enum(available, rented, in-service, retired) = available
  actions:
    rent: { set: { status: rented }, when: { status: available } }
    return: { set: { status: available, mileage: $input }, when: { status: rented } }
    service: { set: { status: in-service }, when: { status: available } }
    retire: { set: { status: retired }, when: { status: [available, in-service] } }
Driver:
  description: Somebody who drives for us.
  fields:
    name: string required 1..120
    email: email required unique
    phone: phone required
    licenseNumber: string required unique 4..32
    licenseExpiresOn: date required
    status: enum(available, driving, off-duty) = off-duty
  relations:
    vehicle: belongs to Vehicle, optional
  actions:
    start: { set: { status: available }, when: { status: off-duty } }
    stop: { set: { status: off-duty }, when: { status: [available, driving] } }
Trip:
  description: A journey from here to there.
  fields:
    origin: string required 1..200
    destination: string required 1..200
    departsAt: datetime required
    arrivesAt: datetime
    distanceKm: number 0..100000
    price: decimal(10, 2) 0..
    status: enum(planned, under-way, finished, cancelled) = planned
  relations:
    driver: belongs to Driver, optional
    vehicle: belongs to Vehicle, optional
  actions:
    start: { set: { status: under-way }, when: { status: planned } }
    finish: { set: { status: finished, arrivesAt: $now }, when: { status: under-way } }
    cancel: { set: { status: cancelled }, when: { status: planned } }
Route:
  description: A way with its stops.
  fields:
    name: string required 1..120
    code: string required unique 1..16
    stops: string[] required 2..200
    distanceKm: number 0..100000
    isActive: boolean = true
Flight:
  description: An aircraft's journey.
  fields:
    flightNumber: string required 3..8 /^[A-Z0-9]{2}[0-9]+$/
    origin: string required 3..3 /^[A-Z]{3}$/
    destination: string required 3..3 /^[A-Z]{3}$/
    departsAt: datetime required
    arrivesAt: datetime required
    seats: integer required 1..1000
    status: enum(scheduled, boarding, departed, arrived, cancelled) = scheduled
    gate: string ..8
  unique: [[flightNumber, departsAt]]
  actions:
    board: { set: { status: boarding, gate: $input }, when: { status: scheduled } }
    depart: { set: { status: departed }, when: { status: boarding } }
    arrive: { set: { status: arrived }, when: { status: departed } }
    cancel: { set: { status: cancelled }, when: { status: [scheduled, boarding] } }
Passenger:
  description: Somebody who travels.
  fields:
    firstName: string required 1..80
    lastName: string required 1..80
    email: email
    passportNumber: string 5..20
    seat: string ..5 /^[0-9]+[A-Z]$/
  relations:
    flight: belongs to Flight
  unique: [[flightId, seat]]
Delivery:
  description: Something brought to a door.
  fields:
    address: string required 1..300
    recipient: string required 1..120
    phone: phone
    scheduledFor: datetime
    status: enum(pending, assigned, picked-up, delivered, failed) = pending
    deliveredAt: datetime auto(action)
    notes: string ..500
  relations:
    order: belongs to Order, optional
    driver: belongs to Driver, optional
  actions:
    assign: { set: { driverId: $input, status: assigned }, when: { status: pending } }
    pickUp: { summary: Pick up a delivery, set: { status: picked-up }, when: { status: assigned } }
    deliver: { set: { status: delivered, deliveredAt: $now }, when: { status: picked-up } }
    fail: { set: { status: failed }, when: { status: [assigned, picked-up] } }
Asset:
  description: Something of value that we own.
  fields:
    tag: string required unique 1..40
    name: string required 1..160
    kind: enum(computer, furniture, machine, vehicle, other) = other
    serialNumber: string unique 1..80
    purchaseDate: date
    purchasePrice: decimal(12, 2) 0..
    status: enum(in-stock, in-use, in-repair, retired) = in-stock
  relations:
    assignedTo: belongs to Employee, optional, inverse assets
    location: belongs to Location, optional
  actions:
    assign: { set: { assignedToId: $input, status: in-use }, when: { status: in-stock } }
    return: { set: { assignedToId: null, status: in-stock }, when: { status: in-use } }
    repair: { set: { status: in-repair }, when: { status: [in-stock, in-use] } }
    retire: { set: { status: retired }, when: { status: [in-stock, in-use, in-repair] } }
Equipment:
  description: Tools and machines to use.
  fields:
    name: string required 1..160
    serialNumber: string required unique 1..80
    category: string ..80
    condition: enum(new, good, worn, broken) = good
    lastServicedOn: date
    isAvailable: boolean = true
  actions:
    checkOut: { summary: Take equipment out, set: { isAvailable: false }, when: { isAvailable: true } }
    return: { set: { isAvailable: true }, when: { isAvailable: false } }
Machine:
  description: Something that produces.
  fields:
    name: string required 1..120
    serialNumber: string required unique 1..80
    manufacturer: string ..120
    installedOn: date
    status: enum(running, stopped, in-maintenance) = stopped
  relations:
    location: belongs to Location, optional
  actions:
    start: { set: { status: running }, when: { status: stopped } }
    stop: { set: { status: stopped }, when: { status: running } }
    maintain: { set: { status: in-maintenance }, when: { status: stopped } }
WorkOrder:
  description: Work to be done on a machine or place.
  fields:
    number: string required unique 1..32
    title: string required 1..160
    description: text
    priority: enum(low, normal, high, urgent) = normal
    status: enum(open, assigned, in-progress, done, cancelled) = open
    dueDate: date
    completedAt: datetime auto(action)
  relations:
    machine: belongs to Machine, optional
    assignee: belongs to Employee, optional
  actions:
    assign: { set: { assigneeId: $input, status: assigned }, when: { status: open } }
    start: { set: { status: in-progress }, when: { status: [open, assigned] } }
    complete: { set: { status: done, completedAt: $now }, when: { status: in-progress } }
    cancel: { set: { status: cancelled }, when: { status: [open, assigned] } }
Sensor:
  description: Something that measures.
  fields:
    serialNumber: string required unique 1..80
    name: string required 1..120
    kind: enum(temperature, humidity, pressure, motion, light) required
    unit: string required 1..16
    isActive: boolean = true
    lastSeenAt: datetime
  relations:
    device: belongs to Device, optional
    location: belongs to Location, optional
Reading:
  description: What a sensor measured.
  fields:
    value: number required
    measuredAt: datetime required
    quality: enum(good, uncertain, bad) = good
  relations:
    sensor: belongs to Sensor, on delete cascade
  unique: [[sensorId, measuredAt]]
Parcel:
  description: A packed thing to be sent.
  fields:
    trackingNumber: string required unique 4..64
    weightGrams: integer required 1..10000000
    recipient: string required 1..120
    address: string required 1..300
    status: enum(registered, in-transit, delivered, returned) = registered
    deliveredAt: datetime auto(action)
  actions:
    dispatch: { set: { status: in-transit }, when: { status: registered } }
    deliver: { set: { status: delivered, deliveredAt: $now }, when: { status: in-transit } }
    return: { set: { status: returned }, when: { status: in-transit } }
`;
