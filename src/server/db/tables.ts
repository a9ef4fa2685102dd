import type { Kysely } from 'kysely'
import type { EncryptionTables } from './tables/chat.encryption.ts'
import type { ChatTables } from './tables/chat.ts'
import type { HallTables } from './tables/hall.ts'
import type { LibraryTables } from './tables/library.ts'
import type { CashboxTables } from './tables/money.cashbox.ts'
import type { ChargingTables } from './tables/money.charging.ts'
import type { DuesTables } from './tables/money.dues.ts'
import type { LockersTables } from './tables/money.lockers.ts'
import type { PassesTables } from './tables/money.passes.ts'
import type { MoneyTables } from './tables/money.ts'
import type { PeopleTables } from './tables/people.ts'
import type { PlatformTables } from './tables/platform.ts'
import type { SystemTables } from './tables/system.ts'

/*
 * The data model, in one file per wing. Ids are texts made by us (UUIDv7), instants ISO-8601 UTC texts, plain days `YYYY-MM-DD`.
 * `…Folded` columns have the text in NFKC and lower case, folded by us, because SQLite's own `lower()` knows only ASCII: both
 * databases compare and search the same bytes. Newest first is `id` descending: ids increase even when the clock is set back. Rows
 * of deleted users and documents remain.
 */
export type Tables = PlatformTables &
  SystemTables &
  PeopleTables &
  LibraryTables &
  MoneyTables &
  CashboxTables &
  ChargingTables &
  DuesTables &
  LockersTables &
  PassesTables &
  ChatTables &
  EncryptionTables &
  HallTables

/** The database, or the transaction that a function receives. */
export type Db = Kysely<Tables>
