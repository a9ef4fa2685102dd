/** A locker, and who has it. */
export type LockersTable = {
  id: string
  roomId: string | null
  number: string
  /** Unique. */
  numberFolded: string
  /** The folded number with padded digits, so that 2 comes before 10. */
  numberOrder: string
  keyNumber: string | null
  keyFolded: string | null
  /** The monthly fee in paise; null if the locker is free of charge. */
  fee: number | null
  /** Unique: a student has at most one locker. */
  studentId: string | null
  /** The day on which the student got it. Months that begin later are charged by the job. */
  assignedOn: string | null
  createdAt: string
}

/** Who had a locker, and when. The locker may have been deleted since. */
export type LockerUsesTable = {
  id: string
  lockerId: string
  /** As it was when the student got the locker. */
  number: string
  numberFolded: string
  studentId: string
  assignedAt: string
  assignedBy: string
  /** Null while the student has it. */
  endedAt: string | null
  /** Null while the student has it. */
  endedBy: string | null
  /** Null if nobody was asked. */
  keyReturned: 0 | 1 | null
  note: string
}

/**
 * The months for which a student was charged for a locker. The primary key (userId, period) makes it once a month, also if they
 * change to another locker. The fee is null for a locker without a fee; one that was withdrawn no longer exists.
 */
export type LockerChargesTable = { userId: string; period: number; lockerId: string; chargeId: string | null }

export type LockersTables = {
  lockers: LockersTable
  lockerUses: LockerUsesTable
  lockerCharges: LockerChargesTable
}
