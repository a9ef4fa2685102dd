import { endInstant, startInstant, wallClockIn } from '#contract/day.ts'
import type { CallInput, Reply } from '#contract/endpoint.ts'
import type { AuditTable } from '#server/db/tables/system.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { StreamAnswer } from '#server/http/fileAnswer.ts'
import { byInstant, pageOf } from '#server/http/paging.ts'
import type { Column } from '#server/sheets/columns.ts'
import { sheetAnswer } from '#server/sheets/sheetAnswer.ts'
import { actionsOf, sentenceOf } from '../audit.actions.contract.ts'
import { type AuditChange, type AuditEntry, type auditApi, programItself } from '../audit.contract.ts'
import { readableField, readableValue, type ValueFormats } from '../audit.fields.contract.ts'
import { changesIn, idsIn, nameIn, withNames } from './audit.changes.ts'
import * as rows from './audit.list.db.ts'

type Query = Pick<CallInput<typeof auditApi.list>['query'], 'actor' | 'kind' | 'from' | 'to'>

const filterOf = ({ config }: Pick<Ctx, 'config'>, { actor, kind, from, to }: Query): rows.Filter => ({
  actorId: actor === programItself ? null : actor,
  actions: kind === undefined ? undefined : actionsOf(kind),
  from: from && startInstant(config.timeZone, from),
  to: to && endInstant(config.timeZone, to),
})

/** Maximum number of ids resolved in one query; ids beyond it are shown unresolved. */
const IDS = 500

const namesOf = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  const asked = [...new Set(ids)].slice(0, IDS)
  const found = [...(await rows.namesOfDocuments(db, asked)), ...(await rows.namesOfPeople(db, asked))]
  return new Map(found.map(({ id, name }) => [id, name]))
}

const toEntries = async (db: Db, found: readonly AuditTable[]): Promise<AuditEntry[]> => {
  const read = found.map((row) => ({ row, changes: changesIn(row), name: nameIn(row) }))
  const nameless = read.filter(({ name, row }) => name === undefined && row.targetId !== null).map(({ row }) => row.targetId ?? '')
  const names = await namesOf(db, [...nameless, ...read.flatMap(({ changes }) => idsIn(changes))])
  return read.map(({ row, changes, name }) => ({
    _id: row.id,
    at: row.at,
    actorId: row.actorId,
    actorName: row.actorName,
    action: row.action,
    targetId: row.targetId,
    targetName: name ?? names.get(row.targetId ?? '') ?? null,
    changes: withNames(changes, names),
  }))
}

export const list = async (ctx: Ctx, { query }: Input<typeof auditApi.list>): Promise<Reply<typeof auditApi.list>> => {
  const page = await pageOf(byInstant, query, (limit, after) => rows.page(ctx.db, filterOf(ctx, query), limit, after))
  return { items: await toEntries(ctx.db, page.items), nextCursor: page.nextCursor }
}

export const people = async ({ db }: Ctx): Promise<Reply<typeof auditApi.people>> => ({
  items: (await rows.staff(db)).map(({ id, name }) => ({ _id: id, name })),
  nextCursor: null,
})

type Line = AuditEntry & { change: AuditChange | undefined }

const ROWS_AT_ONCE = 500

/** Streams page after page, so that a million entries take no more memory than a few. */
async function* linesOf({ db }: Pick<Ctx, 'db'>, filter: rows.Filter): AsyncGenerator<Line> {
  let after: { at: string; id: string } | undefined
  for (;;) {
    const found = await rows.page(db, filter, ROWS_AT_ONCE, after)
    for (const entry of await toEntries(db, found)) {
      if (entry.changes.length === 0) yield { ...entry, change: undefined }
      for (const change of entry.changes) yield { ...entry, change }
    }
    const last = found.at(-1)
    if (!last || found.length < ROWS_AT_ONCE) return
    after = { at: last.at, id: last.id }
  }
}

/** Programs read the exported table too, so days and figures are written as they are stored. */
const formats = (timeZone: string): ValueFormats => ({
  day: (day) => day,
  instant: (instant) => wallClockIn(timeZone, new Date(instant)),
  rupees: String,
  yes: 'Yes',
  no: 'No',
  file: 'A file',
  blank: '',
  items: (n) => String(n),
  everyone: 'Everyone',
})

const columns = (to: ValueFormats): readonly Column<Line>[] => [
  { heading: 'When', kind: 'instant', value: ({ at }) => at },
  { heading: 'Who', kind: 'text', value: ({ actorId, actorName }) => (actorId === null ? 'Carrel itself' : actorName) },
  { heading: 'What was done', kind: 'text', width: 32, value: ({ action }) => sentenceOf(action) },
  { heading: 'Concerning', kind: 'text', value: ({ targetName }) => targetName },
  { heading: 'Field', kind: 'text', value: ({ change }) => (change ? readableField(change.field) : null) },
  { heading: 'Before', kind: 'text', width: 32, value: ({ change }) => (change ? readableValue(change.field, change.before, to) : null) },
  { heading: 'After', kind: 'text', width: 32, value: ({ change }) => (change ? readableValue(change.field, change.after, to) : null) },
]

export const download = async (ctx: Ctx, { query }: Input<typeof auditApi.download>): Promise<StreamAnswer> => {
  const { timeZone } = ctx.config
  const name = `Audit ${wallClockIn(timeZone, ctx.now).slice(0, 10)}`
  return sheetAnswer({
    name,
    format: query.format,
    timeZone,
    columns: columns(formats(timeZone)),
    rows: linesOf(ctx, filterOf(ctx, query)),
  })
}
