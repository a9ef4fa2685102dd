import type { Role } from '#contract/actor.ts'

export type UsersTable = {
  id: string
  name: string
  nameFolded: string
  /** As typed; null once the person is deleted, which frees the address. */
  email: string | null
  /** Unique. */
  emailFolded: string | null
  role: Role
  passwordHash: string
  phone: string | null
  /** A mobile number in the one form of all its spellings, by which the person signs in; several people may have it. */
  phoneFolded: string | null
  dob: string | null
  dateJoined: string | null
  /** The last day on which the account works, in the hall's zone. */
  terminationDate: string | null
  /** The key of a shift. */
  slot: string | null
  /** The seat of this student, never without a slot; `seats` has its pieces, also while it is only kept after the last day. */
  seatNumber: number | null
  /** A content of `files`; null if the person has no picture. */
  pictureSha256: string | null
  createdAt: string
  deletedAt: string | null
  /** In paise, if this student pays something other than the hall's or the slot's fee. */
  monthlyFee: number | null
  /** The seat that was kept for this student until a part of it was given to another; extending the account takes it back. */
  formerSeat: number | null
}

/**
 * Who holds a seat in which piece of the day, or for whom it is kept because their account has expired. The primary key
 * (seatNumber, piece) prevents two people on a seat, and a unique index on (userId, piece) two seats for one person.
 */
export type SeatsTable = { seatNumber: number; piece: number; userId: string }

/** The day, cut at every border of every shift: each piece is from its minute to that of the next one, the last to the first. */
export type PiecesTable = { starts: number }

/**
 * Who has a seat on one day without being a student of it: the pieces of a day pass, each on the day on which it begins. The primary
 * key (day, seatNumber, piece) prevents two passes on a seat.
 */
export type SeatDaysTable = { day: string; seatNumber: number; piece: number; passId: string }

/** Network addresses from which a person has signed in. Primary key (userId, address). */
export type SignInAddressesTable = { userId: string; address: string; lastAt: string }

/** Keys of printed one-time links, as SHA-256 in hex. Using one deletes it. */
export type OneTimeKeysTable = { keyHash: string; purpose: 'setup' | 'reset'; userId: string | null; createdAt: string; expiresAt: string }

/** Former periods of membership, both days included; the current one is in users. Primary key (userId, fromDay). */
export type StaysTable = { userId: string; fromDay: string; toDay: string }

/** A press on In or Out for a student, numbered from 1 for each. Unique (userId, number): of two presses at once one adds a row. */
export type VisitsTable = { id: string; userId: string; number: number; kind: 'in' | 'out'; at: string; byId: string }

/** Rooms of the hall, by their position. `nameFolded` is unique. */
export type RoomsTable = { id: string; name: string; nameFolded: string; floor: string; position: number; createdAt: string }

/**
 * What the hall says of a seat; one without a row is plain. `labelFolded` is unique in the hall. `x` and `y` are a place of the
 * room's plan, both or none, where only one seat can be.
 */
export type SeatDetailsTable = {
  seatNumber: number
  roomId: string | null
  label: string | null
  labelFolded: string | null
  /** Bits, by the order of `seatTags`. */
  tags: number
  x: number | null
  y: number | null
}

/** Days on which a seat is out of order, both included; `toDay` is null until it is known. An outage is over at `endedAt`. */
export type SeatOutagesTable = {
  id: string
  seatNumber: number
  fromDay: string
  toDay: string | null
  reason: string
  createdAt: string
  createdBy: string
  endedAt: string | null
  endedBy: string | null
}

/**
 * Browsers that get push notifications: one for each session, and deleted with it. `endpoint` is unique, because a browser that
 * another person signs in to is theirs from then on.
 */
export type PushSubscriptionsTable = {
  sessionId: string
  userId: string
  /** The address at the push service. Who knows it and the public key of this installation could block, but not read. */
  endpoint: string
  p256dh: string
  auth: string
  createdAt: string
}

/** What a person wants to be notified about. One without a row gets everything, at any time. */
export type PushPreferencesTable = {
  userId: string
  messages: 0 | 1
  notices: 0 | 1
  dues: 0 | 1
  receipts: 0 | 1
  accountEnds: 0 | 1
  /** Whether notifications of messages show the sender and the text. */
  showsText: 0 | 1
  /** `HH:MM` in the hall's zone, both or none. */
  quietFrom: string | null
  quietTo: string | null
}

/** The last day of the hall on which these notifications were sent. */
export type PushDaysTable = { kind: 'dues' | 'accountEnds'; day: string }

export type PeopleTables = {
  users: UsersTable
  seats: SeatsTable
  pieces: PiecesTable
  seatDays: SeatDaysTable
  signInAddresses: SignInAddressesTable
  oneTimeKeys: OneTimeKeysTable
  stays: StaysTable
  visits: VisitsTable
  rooms: RoomsTable
  seatDetails: SeatDetailsTable
  seatOutages: SeatOutagesTable
  pushSubscriptions: PushSubscriptionsTable
  pushPreferences: PushPreferencesTable
  pushDays: PushDaysTable
}
