/** Resources of commerce: products, orders, payments. */
export default `
Product:
  description: Something that is sold.
  fields:
    sku: string required unique 1..64 /^[A-Za-z0-9][A-Za-z0-9._-]*$/
    name: string required 1..160
    description: text
    price: decimal(12, 2) required 0..
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    stock: integer 0..100000000 = 0
    status: enum(draft, active, discontinued) = draft
    imageUrl: uri
    weightGrams: integer 0..100000000
  relations:
    category: belongs to Category, optional
    tags: many to many Tag
  actions:
    publish: { set: { status: active }, when: { status: draft } }
    discontinue: { set: { status: discontinued }, when: { status: active } }
ProductVariant:
  description: A size or colour of a product.
  fields:
    sku: string required unique 1..64
    name: string required 1..120
    price: decimal(12, 2) 0..
    stock: integer 0..100000000 = 0
    attributes: json
  relations:
    product: belongs to Product, on delete cascade, inverse variants
Category:
  description: A place in a tree of topics.
  fields:
    name: string required 1..100
    slug: slug required unique
    description: string ..1000
    position: integer 0..100000 = 0
    isVisible: boolean = true
  relations:
    parent: belongs to Category, optional, inverse children
  actions:
    hide: { set: { isVisible: false }, when: { isVisible: true } }
    show: { set: { isVisible: true }, when: { isVisible: false } }
Brand:
  description: The name under which products are sold.
  fields:
    name: string required unique 1..100
    slug: slug required unique
    description: text
    logoUrl: uri
    websiteUrl: uri
Customer:
  description: Somebody who buys.
  fields:
    name: string required 1..120
    email: email required unique
    phone: phone
    company: string ..160
    vatNumber: string 4..20
    status: enum(active, blocked) = active
    notes: text
  relations:
    orders: has many Order
  actions:
    block: { set: { status: blocked }, when: { status: active } }
    unblock: { set: { status: active }, when: { status: blocked } }
Supplier:
  description: Somebody from whom we buy.
  fields:
    name: string required unique 1..160
    contactName: string ..120
    email: email required
    phone: phone
    websiteUrl: uri
    paymentTermDays: integer 0..365 = 30
    isPreferred: boolean = false
    isActive: boolean = true
Order:
  description: What a customer wants to buy.
  brings: [OrderItem]
  fields:
    number: string required unique 1..32
    status: enum(pending, paid, shipped, delivered, cancelled, refunded) auto(action) = pending
    total: decimal(12, 2) required 0..
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    shippingAddress: string ..500
    notes: string ..1000
    placedAt: datetime auto(now)
    paidAt: datetime auto(action)
    shippedAt: datetime auto(action)
  relations:
    customer: belongs to Customer
    items: has many OrderItem, inverse order
  actions:
    pay: { set: { status: paid, paidAt: $now }, when: { status: pending } }
    ship: { set: { status: shipped, shippedAt: $now }, when: { status: paid } }
    deliver: { set: { status: delivered }, when: { status: shipped } }
    cancel: { set: { status: cancelled }, when: { status: [pending, paid] } }
    refund: { set: { status: refunded }, when: { status: [paid, shipped, delivered] } }
OrderItem:
  description: One line of an order.
  fields:
    name: string required 1..160
    quantity: integer required 1..100000
    unitPrice: decimal(12, 2) required 0..
  relations:
    order: belongs to Order, on delete cascade, inverse items
    product: belongs to Product, optional
Cart:
  description: What somebody is about to buy.
  brings: [CartItem]
  fields:
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    status: enum(open, ordered, abandoned) = open
    expiresAt: datetime
  relations:
    customer: belongs to Customer, optional
    items: has many CartItem, inverse cart
  actions:
    checkOut: { summary: Order what is in a cart, set: { status: ordered }, when: { status: open } }
    abandon: { set: { status: abandoned }, when: { status: open } }
CartItem:
  description: One product in a cart.
  fields:
    quantity: integer required 1..100000
    unitPrice: decimal(12, 2) required 0..
  relations:
    cart: belongs to Cart, on delete cascade, inverse items
    product: belongs to Product
  unique: [[cartId, productId]]
Invoice:
  description: A demand for payment.
  brings: [InvoiceItem]
  fields:
    number: string required unique 1..32
    status: enum(draft, sent, paid, overdue, void) auto(action) = draft
    issueDate: date required
    dueDate: date required
    subtotal: decimal(12, 2) required 0..
    tax: decimal(12, 2) 0.. = 0.00
    total: decimal(12, 2) required 0..
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    notes: string ..1000
    sentAt: datetime auto(action)
    paidAt: datetime auto(action)
  relations:
    customer: belongs to Customer
    order: belongs to Order, optional
    items: has many InvoiceItem, inverse invoice
  actions:
    send: { set: { status: sent, sentAt: $now }, when: { status: draft } }
    pay: { set: { status: paid, paidAt: $now }, when: { status: [sent, overdue] } }
    void: { set: { status: void }, when: { status: [draft, sent, overdue] } }
InvoiceItem:
  description: One line of an invoice.
  fields:
    description: string required 1..300
    quantity: decimal(10, 2) required 0..
    unitPrice: decimal(12, 2) required 0..
    taxRate: decimal(5, 2) 0.. = 0.00
  relations:
    invoice: belongs to Invoice, on delete cascade, inverse items
Payment:
  description: Money that moved from a customer to us.
  fields:
    amount: decimal(12, 2) required 0..
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    method: enum(card, bank-transfer, cash, paypal) required
    status: enum(pending, completed, failed, refunded) auto(action) = pending
    reference: string required unique 1..80
    completedAt: datetime auto(action)
    refundedAt: datetime auto(action)
  relations:
    order: belongs to Order, optional
    customer: belongs to Customer, optional
  actions:
    complete: { set: { status: completed, completedAt: $now }, when: { status: pending } }
    fail: { set: { status: failed }, when: { status: pending } }
    refund: { set: { status: refunded, refundedAt: $now }, when: { status: completed } }
Refund:
  description: Money that we give back.
  fields:
    amount: decimal(12, 2) required 0..
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    reason: string required 1..500
    status: enum(requested, approved, paid, rejected) auto(action) = requested
    paidAt: datetime auto(action)
  relations:
    payment: belongs to Payment
  actions:
    approve: { set: { status: approved }, when: { status: requested } }
    reject: { set: { status: rejected }, when: { status: requested } }
    pay: { set: { status: paid, paidAt: $now }, when: { status: approved } }
Subscription:
  description: A plan that somebody pays again and again.
  fields:
    status: enum(trialing, active, past-due, paused, cancelled) auto(action) = trialing
    price: decimal(12, 2) required 0..
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    interval: enum(month, year) = month
    startedOn: date required
    renewsOn: date
    trialEndsOn: date
    cancelledAt: datetime auto(action)
  relations:
    customer: belongs to Customer
    plan: belongs to Plan, optional
  actions:
    activate: { set: { status: active }, when: { status: [trialing, past-due] } }
    pause: { set: { status: paused }, when: { status: active } }
    resume: { set: { status: active }, when: { status: paused } }
    cancel: { set: { status: cancelled, cancelledAt: $now }, when: { status: [trialing, active, past-due, paused] } }
Plan:
  description: What can be subscribed to, at what price.
  fields:
    name: string required unique 1..80
    description: string ..500
    price: decimal(12, 2) required 0..
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    interval: enum(month, year) = month
    trialDays: integer 0..365 = 0
    features: string[] ..50
    isActive: boolean = true
  actions:
    retire: { set: { isActive: false }, when: { isActive: true } }
Coupon:
  description: A code that makes an order cheaper.
  fields:
    code: string required unique 3..32 /^[A-Z0-9-]+$/
    description: string ..300
    discountPercent: integer 1..100
    discountAmount: decimal(12, 2) 0..
    validFrom: date
    validUntil: date
    usageLimit: integer 1..1000000
    isActive: boolean = true
  actions:
    activate: { set: { isActive: true }, when: { isActive: false } }
    deactivate: { set: { isActive: false }, when: { isActive: true } }
Discount:
  description: A lower price for a time.
  fields:
    name: string required 1..120
    percent: decimal(5, 2) required 0..
    startsAt: datetime required
    endsAt: datetime
    isActive: boolean = true
  relations:
    products: many to many Product
Review:
  description: What somebody thinks of a product.
  fields:
    rating: integer required 1..5
    title: string 1..120
    body: string ..5000
    status: enum(pending, published, rejected) = pending
    publishedAt: datetime auto(action)
  relations:
    product: belongs to Product, on delete cascade
    author: belongs to User, on delete cascade
  unique: [[productId, authorId]]
  actions:
    publish: { set: { status: published, publishedAt: $now }, when: { status: pending } }
    reject: { set: { status: rejected }, when: { status: pending } }
Wishlist:
  description: Products that somebody would like to have.
  fields:
    name: string required 1..80
    isPublic: boolean = false
  relations:
    user: belongs to User, on delete cascade
    products: many to many Product
Shipment:
  description: Goods on their way.
  fields:
    trackingNumber: string required unique 1..64
    carrier: string required 1..80
    status: enum(preparing, in-transit, delivered, returned) = preparing
    weightGrams: integer 0..100000000
    estimatedDelivery: date
    shippedAt: datetime auto(action)
    deliveredAt: datetime auto(action)
  relations:
    order: belongs to Order
  actions:
    dispatch: { set: { status: in-transit, shippedAt: $now }, when: { status: preparing } }
    deliver: { set: { status: delivered, deliveredAt: $now }, when: { status: in-transit } }
    return: { set: { status: returned }, when: { status: [in-transit, delivered] } }
Warehouse:
  description: Where goods are kept.
  fields:
    name: string required 1..120
    code: string required unique 2..16 /^[A-Z0-9-]+$/
    address: string required 1..300
    capacity: integer 0..1000000000
    isActive: boolean = true
InventoryItem:
  description: How much of a product a warehouse holds.
  fields:
    quantity: integer required 0..1000000000
    reserved: integer 0..1000000000 = 0
    reorderLevel: integer 0..1000000000 = 0
    bin: string ..32
  relations:
    product: belongs to Product
    warehouse: belongs to Warehouse
  unique: [[productId, warehouseId]]
PurchaseOrder:
  description: What we order from a supplier.
  fields:
    number: string required unique 1..32
    status: enum(draft, sent, received, cancelled) = draft
    total: decimal(14, 2) required 0..
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    expectedOn: date
    receivedAt: datetime auto(action)
  relations:
    supplier: belongs to Supplier
  actions:
    send: { set: { status: sent }, when: { status: draft } }
    receive: { set: { status: received, receivedAt: $now }, when: { status: sent } }
    cancel: { set: { status: cancelled }, when: { status: [draft, sent] } }
Quote:
  description: A price that we offer.
  fields:
    number: string required unique 1..32
    total: decimal(12, 2) required 0..
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    validUntil: date required
    status: enum(draft, sent, accepted, declined) = draft
    decidedAt: datetime auto(action)
  relations:
    customer: belongs to Customer
  actions:
    send: { set: { status: sent }, when: { status: draft } }
    accept: { set: { status: accepted, decidedAt: $now }, when: { status: sent } }
    decline: { set: { status: declined, decidedAt: $now }, when: { status: sent } }
GiftCard:
  description: Money that somebody can give away.
  fields:
    code: string required unique 8..32 /^[A-Z0-9-]+$/
    balance: decimal(10, 2) required 0..
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    expiresOn: date
    isActive: boolean = true
  actions:
    deactivate: { set: { isActive: false }, when: { isActive: true } }
Store:
  description: A place that sells.
  fields:
    name: string required 1..120
    code: string required unique 2..16
    address: string required 1..300
    phone: phone
    email: email
    timeZone: string 1..64 = Europe/Berlin
    isOpen: boolean = true
  actions:
    open: { set: { isOpen: true }, when: { isOpen: false } }
    close: { set: { isOpen: false }, when: { isOpen: true } }
Expense:
  description: Money that somebody spent for us.
  fields:
    description: string required 1..300
    amount: decimal(12, 2) required 0..
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    spentOn: date required
    category: enum(travel, meals, equipment, software, other) = other
    receiptUrl: uri
    status: enum(draft, submitted, approved, rejected, reimbursed) = draft
    reimbursedAt: datetime auto(action)
  relations:
    employee: belongs to Employee
  actions:
    submit: { set: { status: submitted }, when: { status: [draft, rejected] } }
    approve: { set: { status: approved }, when: { status: submitted } }
    reject: { set: { status: rejected }, when: { status: submitted } }
    reimburse: { set: { status: reimbursed, reimbursedAt: $now }, when: { status: approved } }
Budget:
  description: Money that may be spent in a time.
  fields:
    name: string required 1..120
    amount: decimal(14, 2) required 0..
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    startDate: date required
    endDate: date required
  relations:
    department: belongs to Department, optional
BankAccount:
  description: Where money is kept.
  fields:
    name: string required 1..120
    iban: string required unique 15..34 /^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/
    bic: string 8..11 /^[A-Z0-9]+$/
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    isActive: boolean = true
Transaction:
  description: Money that moved.
  fields:
    kind: enum(deposit, withdrawal, transfer, fee) required
    amount: decimal(14, 2) required 0..
    currency: string 3..3 /^[A-Z]{3}$/ = EUR
    description: string ..300
    bookedOn: date required
    reference: string unique 1..80
    isReconciled: boolean = false
  relations:
    bankAccount: belongs to BankAccount
  actions:
    reconcile: { set: { isReconciled: true }, when: { isReconciled: false } }
`;
