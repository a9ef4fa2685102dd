import type { AuditTable, Db } from '#server/db/tables.ts'
import type { Place } from '#server/http/paging.ts'

export type Filter = {
  /** Null is the program itself. */
  actorId: string | null | undefined
  actions: readonly string[] | undefined
  /** Instants, both included. */
  from: string | undefined
  to: string | undefined
}

const filtered = (db: Db, { actorId, from, to }: Filter, after: Place | undefined) =>
  db
    .selectFrom('audit')
    .selectAll()
    .$if(actorId === null, (query) => query.where('actorId', 'is', null))
    .$if(typeof actorId === 'string', (query) => query.where('actorId', '=', actorId ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('at', '<=', to ?? ''))
    .$if(after !== undefined, (query) => query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(after?.at ?? '', after?.id ?? ''))))

const newest = (one: AuditTable, other: AuditTable): number => {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1
  return one.id < other.id ? 1 : -1
}

/**
 * A page of entries, newest first. Of several actions each is asked for by itself and ends where the page does: that reads a
 * few rows of an index, where one question about all would read and sort every row that they ever wrote.
 */
export const page = async (db: Db, filter: Filter, limit: number, after: Place | undefined): Promise<AuditTable[]> => {
  const ordered = filtered(db, filter, after).orderBy('at', 'desc').orderBy('id', 'desc').limit(limit)
  if (!filter.actions) return ordered.execute()
  const found: AuditTable[] = []
  for (const action of filter.actions) found.push(...(await ordered.where('action', '=', action).execute()))
  return found.toSorted(newest).slice(0, limit)
}

/** Those who work here now, by name; as many as anybody would look through. */
export const staff = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('deletedAt', 'is', null)
    .where('role', '!=', 'student')
    .orderBy('nameFolded')
    .orderBy('id')
    .limit(500)
    .execute()

type Named = { id: string; name: string }

/** The names of people, as issued where they are deleted meanwhile. */
export const namesOfPeople = async (db: Db, ids: readonly string[]): Promise<Named[]> => {
  if (ids.length === 0) return []
  const people = await db.selectFrom('users').select(['id', 'name', 'deletedAt']).where('id', 'in', ids).execute()
  const gone = people.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id)
  return [...people, ...(gone.length > 0 ? await namesAtRemoval(db, gone) : [])]
}

const namesAtRemoval = async (db: Db, ids: readonly string[]): Promise<Named[]> => {
  const removals = await db
    .selectFrom('audit')
    .select(['targetId', 'before'])
    .where('targetId', 'in', ids)
    .where('action', '=', 'users.remove')
    .execute()
  return removals.flatMap(({ targetId, before }) => {
    const { name } = JSON.parse(before ?? '{}') as { name?: unknown }
    return targetId !== null && typeof name === 'string' ? [{ id: targetId, name }] : []
  })
}

export const namesOfDocuments = async (db: Db, ids: readonly string[]): Promise<Named[]> =>
  ids.length === 0 ? [] : db.selectFrom('documents').select(['id', 'title as name']).where('id', 'in', ids).execute()
