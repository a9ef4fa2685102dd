/**
 * Append-only: who changed what, when; never a password. Only some values of deleted people are blanked. `before` and `after` are
 * JSON objects.
 */
export type AuditTable = {
  id: string
  at: string
  actorId: string | null
  /** The name at that time. */
  actorName: string
  /** `feature.action`, such as `users.create`. */
  action: string
  targetId: string | null
  before: string | null
  after: string | null
  /** Hides the personal values of the entry from those who see only its digest; deleted with the person. */
  salt: string | null
  /** The digests of deleted personal values, as a JSON object. */
  commitments: string | null
}

/** Audit entries that the journal does not contain yet. */
export type AuditUnsealedTable = { auditId: string }

/** Custom themes. `place` is 1 to 10 and unique, so that there are never more than ten. */
export type ThemesTable = {
  id: string
  place: number
  name: string
  /** Unique. */
  nameFolded: string
  /** The twelve colours, as JSON. */
  colors: string
  createdBy: string
  createdAt: string
}

/** One row, whose id is `only`, or none before the first change. A null column means the default. */
export type CustomizationTable = {
  id: 'only'
  systemName: string | null
  /** A content of `files`. */
  logoSha256: string | null
  /** The name of the uploaded file. */
  logoName: string | null
  showLogo: 0 | 1
  logoSize: number
  /** The id of a predefined or custom theme. */
  activeTheme: string | null
  /** JSON objects. */
  landing: string | null
  hall: string | null
  documents: string | null
  chat: string | null
  rules: string | null
}

/** The shifts in which seats are given. The first three have the keys `morning`, `afternoon` and `full-day`. */
export type ShiftsTable = {
  /** Permanent, made of the first name. */
  key: string
  name: string
  /** Minutes of the day. Equal ones mean the whole day; an end before the start is on the next day. */
  starts: number
  ends: number
  /** Bits of the days of the week; so far all of them. */
  days: number
  /** The monthly fee in paise, if it differs from the hall's. */
  fee: number | null
  /** The name of a colour of the theme. */
  colour: string
  archivedAt: string | null
}

export type SystemTables = {
  audit: AuditTable
  auditUnsealed: AuditUnsealedTable
  themes: ThemesTable
  customization: CustomizationTable
  shifts: ShiftsTable
}
