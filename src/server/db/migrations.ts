import type { Kysely } from 'kysely'
import type { DialectName } from './connect.ts'
import { up as schema } from './migrations/0001_schema.ts'
import { up as charging } from './migrations/0002_charging.ts'
import { up as boxDateReason } from './migrations/0003_box_date_reason.ts'
import { up as phones } from './migrations/0004_phones.ts'
import { up as visits } from './migrations/0005_visits.ts'
import { up as leaving } from './migrations/0006_leaving.ts'
import { up as paymentMethods } from './migrations/0007_payment_methods.ts'
import { up as shifts } from './migrations/0008_shifts.ts'
import { up as rooms } from './migrations/0009_rooms.ts'
import { up as passes } from './migrations/0010_passes.ts'
import { up as lockers } from './migrations/0011_lockers.ts'
import { up as shiftChanges } from './migrations/0012_shift_changes.ts'
import { up as push } from './migrations/0013_push.ts'
import { up as bucket } from './migrations/0014_bucket.ts'
import { up as delivered } from './migrations/0015_delivered.ts'
import { up as marks } from './migrations/0016_marks.ts'
import { up as nodes } from './migrations/0017_nodes.ts'
import { up as growth } from './migrations/0018_growth.ts'
import { up as sums } from './migrations/0019_sums.ts'
import { up as entries } from './migrations/0020_entries.ts'
import { up as returns } from './migrations/0021_returns.ts'
import { up as issuedNames } from './migrations/0022_issued_names.ts'

export type Migration = {
  /** The name of its file. */
  name: string
  up: (db: Kysely<unknown>, dialect: DialectName) => Promise<void>
  /**
   * The oldest version of the program that works with the schema after it: declared by a migration that removes or changes what
   * earlier versions use. One that only adds leaves it out, and programs that do not know it go on.
   */
  oldestProgram?: string
}

/** A migration of this program. `sha256` is the digest of its files, so that a change of a released one is noticed. */
type FrozenMigration = Migration & { sha256: string }

/** Every migration in its order. One that has been released is never changed, renamed or removed. */
export const migrations: readonly FrozenMigration[] = [
  { name: '0001_schema', up: schema, sha256: 'a7f69771c928d0ff77849d0e8ba5d05d8ebf4fa7d8163d40aebff2c0ebf04da1' },
  { name: '0002_charging', up: charging, sha256: '42b6084fb3ae84428088f4b3e1c342252e982dda529340a28ea7862c992ad6e8' },
  { name: '0003_box_date_reason', up: boxDateReason, sha256: '5c9de2d19a9bd4b193e3c9228b294e3380de4a19037da98f1aa1d6b25fec1f54' },
  { name: '0004_phones', up: phones, sha256: '0aba5a44d189ea2aed7d5387f9194e88136ca03bf9a7357c30368a742d901a89' },
  { name: '0005_visits', up: visits, sha256: '22dcd4d83b922097e3555d6ab6e8ebf43b6d653493939be23468030180def3af' },
  { name: '0006_leaving', up: leaving, sha256: '8b9ea8cc72f2fffedd8b8621c26d4f63efe2b30da8141074c4f50ba2541ccd9b' },
  { name: '0007_payment_methods', up: paymentMethods, sha256: 'a935284f5252df07ce0af686fff2827cd074ed044142a3843e1dfbd15a9559cd' },
  { name: '0008_shifts', up: shifts, sha256: '88997d3f8ed342b80152aa39b5701df4a22e4917e432b48e43c7b5f6bbfe4f3f' },
  { name: '0009_rooms', up: rooms, sha256: 'ce6732bf63c4ba7206ed9cbd8b47c20228473b193047e042b77f71fefc1eb799' },
  { name: '0010_passes', up: passes, sha256: '8e6bae785d669818e9e5f34c257d6d1000eea800782298e419740cfbd65d022b' },
  { name: '0011_lockers', up: lockers, sha256: 'bc1b0139869fe73c3321094b92193e75180bc3472d5d2080d8ef63d78c8a8c5f' },
  { name: '0012_shift_changes', up: shiftChanges, sha256: '57ffd3e08dbce288a05bae9447fe2eeab2c5215e83ee0709063c41e93884b6d2' },
  { name: '0013_push', up: push, sha256: '42b7be4b9d579edd0ed7c0fc3eaf15282f0b7ee6c420b6ea9aed11691ff3e0cc' },
  { name: '0014_bucket', up: bucket, sha256: '2ebc597156c194489cf612cd7f91a1cabcb72d37281f9659da5a33a2ce91e318' },
  { name: '0015_delivered', up: delivered, sha256: 'dc99ec3a057b8ed25004d06d9f06215dd16a8a8df74724980a9c0dadf8e6da05' },
  { name: '0016_marks', up: marks, sha256: 'c75e6d7a425ed6a2cc1d85f265a31775b9798f8a742188ee0499e5a542acc532' },
  { name: '0017_nodes', up: nodes, sha256: '2e219201e1dd79c0bbdd80391792c3dff8bc74d295398288f06d97ae761bf601' },
  { name: '0018_growth', up: growth, sha256: 'b1462b9020495456a6d6bea4a2e07de0a7d314ae0ead098c935c648b2fb25748' },
  { name: '0019_sums', up: sums, sha256: '03dca851679c7ce9f5b00b7b7c5f811cf66e74e40aa472f5966c1d896fb04add' },
  { name: '0020_entries', up: entries, sha256: '83994ee7b724abf4b34bac6f86917433677271e1c56d6bcb6e4237837d821e92' },
  { name: '0021_returns', up: returns, sha256: '7e9005db2d7e7912fcef85eeccf1109a8f8c0f4bad2355df60fc64aeb5f17078' },
  { name: '0022_issued_names', up: issuedNames, sha256: '6b005b363680bcbd14ef452fcafeb734018e80c78401bbaabd21a32eb997f1b5' },
]
