import { type CompiledQuery, createQueryId, type RootOperationNode } from 'kysely'
import { expect, test } from 'vitest'
import { search } from '#chat/conversations/server/conversations.people.db.ts'
import { cellEnds } from '#chat/conversations/server/conversations.search.db.ts'
import { marksIn, pageOfFlagged } from '#chat/moderation/server/moderation.awaiting.db.ts'
import { page as stopped } from '#chat/moderation/server/moderation.stops.db.ts'
import { firstReaders, nonReadersPage, readersPage } from '#hall/notices/server/notices.readers.db.ts'
import { countActiveStudents } from '#home/dashboard/server/dashboard.db.ts'
import { count as countDocuments } from '#library/documents/server/documents.db.ts'
import { countWithoutJoiningDate } from '#money/charging/server/charging.db.ts'
import * as dues from '#money/dues/server/dues.db.ts'
import { owed } from '#money/fees/server/fees.asOf.db.ts'
import * as fees from '#money/fees/server/fees.db.ts'
import { moved } from '#money/month-end/server/month-end.money.db.ts'
import { figures, longestOwing } from '#money/oversight/server/oversight.db.ts'
import type { Window } from '#money/oversight/server/oversight.sources.db.ts'
import { page as pageOfReceipts } from '#money/receipts/server/receipts.db.ts'
import { latestByPhone } from '#people/users/server/users.db.ts'
import { count, type Filter, find, page } from '#people/users/server/users.list.db.ts'
import { readSearch } from '#people/users/server/users.search.ts'
import { isSqlite } from '#server/db/dialect.ts'
import type { Db } from '#server/db/tables.ts'
import { testDatabase } from '#server/testing/database.ts'
import { staff } from '#system/audit/server/audit.list.db.ts'

/* SQLite chooses the newest of the matching indexes, so adding an index can make a fast query slow. */

const today = '2026-11-21'
const everybody: Filter = { search: undefined, role: undefined, status: undefined, hasSeat: undefined, today }
const allDues: dues.Filter = { search: undefined, slot: undefined, due: undefined, notRemindedSince: undefined, isDeleted: false }
const allFees: fees.Filter = { search: undefined, settled: undefined, userId: undefined }
const [from, until] = ['2026-10-31T18:30:00.000Z', '2026-11-30T18:30:00.000Z']
const month = {
  from,
  until,
  pricesFrom: from,
  pricesUntil: until,
  passPrice: null,
  days: [{ day: today, from, until, beforeYesterday: '2026-11-19', farBack: '2026-11-13' }],
} as unknown as Window
const nobody = { number: undefined, reference: 'nobody', folded: 'nobody', typed: 'nobody' }
const searching: Filter = { ...everybody, search: readSearch('98 0000 0042') }

/** Returns what each step of the queries reads, as reported by SQLite. */
const stepsOf = async (db: Db, ask: (db: Db) => Promise<unknown>): Promise<string[]> => {
  const nodes: RootOperationNode[] = []
  await ask(
    db.withPlugin({
      transformQuery: ({ node }) => {
        nodes.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  )
  const steps: string[] = []
  for (const node of nodes) {
    const query: CompiledQuery = db.getExecutor().compileQuery(node, createQueryId())
    const explained = { ...query, sql: `explain query plan ${query.sql}` } as CompiledQuery<{ detail: string }>
    const { rows } = await db.executeQuery(explained)
    steps.push(...rows.map(({ detail }) => detail))
  }
  return steps
}

test.each<[string, (db: Db) => Promise<unknown>, RegExp]>([
  ['how many students have an active account', (db) => countActiveStudents(db, today), /COVERING INDEX users_working/],
  ['how many people there are', (db) => count(db, everybody, undefined), /COVERING INDEX/],
  ['how many have left', (db) => count(db, { ...everybody, status: 'expired' }, undefined), /COVERING INDEX users_by_last_day/],
  ['how many have a seat', (db) => count(db, { ...everybody, hasSeat: true }, undefined), /COVERING INDEX users_seated/],
  [
    'who has a seat',
    (db) => page(db, { filter: { ...everybody, hasSeat: true }, found: undefined, limit: 50, after: undefined }),
    /SCAN users USING INDEX users_seated/,
  ],
  ['who signs in by a mobile number', (db) => latestByPhone(db, '919820628374'), /^SEARCH users USING INDEX users_by_phone/],
  ['who is searched for', (db) => find(db, searching), /COVERING INDEX users_by_text/],
  [
    'whom someone could write to',
    (db) => search(db, { me: 'me', folded: 'asha', forStaff: true, staffOnly: false, today }, 51, undefined),
    /SCAN users USING INDEX users_by_name|SUBQUERY|SEARCH blocks USING COVERING INDEX/,
  ],
  ['the last message of each cell', (db) => cellEnds(db, ['general']), /COVERING INDEX messages_at_cell_end/],
  ['unpaid fees', (db) => fees.page(db, { ...allFees, settled: false }, 51, undefined), /INDEX charges_open|SEARCH users/],
  ['paid fees', (db) => fees.page(db, { ...allFees, settled: true }, 51, undefined), /INDEX charges_settled|SEARCH users/],
  ['what is overdue', (db) => dues.sums(db, { ...allDues, due: { to: today } }), /SEARCH fee_dues/],
  ['what is due by age', (db) => dues.byAge(db, today), /SEARCH fee_dues/],
  [
    'what was owed on an earlier day',
    (db) => owed(db, [{ to: today }], from),
    /^(?!SCAN (?:charges|allocations|adjustments|payments|refund_lines|refunds|users|fee_due_days)\b)/,
  ],
  ['the money of twelve months', (db) => moved(db, { from: '2025-12-01', to: '2026-11-30', until: undefined }), /SEARCH money_months/],
  [
    'the messages that await attention',
    (db) => pageOfFlagged(db, 21, undefined),
    /INDEX message_flags_by_time|INDEX message_reports_awaiting|SUBQUERY|^SEARCH (?:messageReports|message_reports|message_flags|later) /,
  ],
  ['the staff', (db) => staff(db), /SEARCH users USING INDEX users_by_role|SEARCH users USING INDEX users_of_role_by_name|TEMP B-TREE/],
  ['the marks of a conversation', (db) => marksIn(db, ['general']), /SEARCH conversation_marks/],
  [
    'the first readers of each notice',
    (db) => firstReaders(db, 100),
    /bounds|SCAN notices USING COVERING INDEX|SUBQUERY|SEARCH notice_reads USING COVERING INDEX|TEMP B-TREE/,
  ],
  [
    'how many titles have a short text',
    (db) => countDocuments(db, { search: '12', category: undefined }),
    /COVERING INDEX documents_by_title|SCAN own|SEARCH (?:parent|grandparent)/,
  ],
  ['who came back in a month', (db) => figures(db, 'concessions', month), /^(?!SEARCH a USING INDEX audit_by_)/],
  ['who has a seat without a joining date', (db) => countWithoutJoiningDate(db, today), /COVERING INDEX users_in_seats/],
  ['the backdated entries of a month', (db) => figures(db, 'dates', month), /^(?!SCAN (?:p|h)$)/],
  [
    'who has read a notice that many have read',
    (db) => readersPage(db, 'n1', 10_000, 51, undefined),
    /^(?:SCAN users USING INDEX users_by_name|SEARCH notice_reads |CORRELATED SCALAR SUBQUERY)/,
  ],
  [
    'who has not read a notice',
    (db) => nonReadersPage(db, { id: 'n1', isForAll: true }, today, 51, undefined),
    /^(?:SCAN users USING INDEX users_by_name|SEARCH notice_reads |CORRELATED SCALAR SUBQUERY)/,
  ],
  [
    'who may not write',
    (db) => stopped(db, today, 51, 0),
    /^(?:SEARCH writing_stops USING INDEX writing_stops_by_end|SEARCH (?:users|stopper) )/,
  ],
  ['who owes for longest', (db) => longestOwing(db, { ...month, today, owingSince: today }, 51, undefined), /^(?!USE TEMP B-TREE)/],
  [
    'a receipt that nobody has',
    (db) => pageOfReceipts(db, { search: nobody, student: undefined }, 51, undefined),
    /^(?:SCAN users USING COVERING INDEX users_by_text|SCAN issued_names$|SCAN payments USING INDEX payments_by_reference)/,
  ],
  ['the worklist', (db) => dues.page(db, allDues, 50, undefined), /fee_accounts USING INDEX fee_accounts_by_since|SEARCH users/],
])('%s is read from its index, without sorting', async (_, ask, expected) => {
  const { db } = await testDatabase()
  if (!isSqlite(db)) return
  const steps = await stepsOf(db, ask)
  expect(steps.length).toBeGreaterThan(0)
  for (const step of steps) expect(step).toMatch(expected)
})
