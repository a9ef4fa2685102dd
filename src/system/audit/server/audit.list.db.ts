import type { AuditTable } from '#server/db/tables/system.ts'
import type { Db } from '#server/db/tables.ts'
import type { Place } from '#server/http/paging.ts'

export type Filter = {
  /** Null is the program. */
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
 * Selects a page of entries, newest first. With several actions, each is queried separately and limited to the page size: this reads a few
 * rows of an index, where a single query would read and sort every row of all these actions.
 */
export const page = async (db: Db, filter: Filter, limit: number, after: Place | undefined): Promise<AuditTable[]> => {
  const ordered = filtered(db, filter, after).orderBy('at', 'desc').orderBy('id', 'desc').limit(limit)
  if (!filter.actions) return ordered.execute()
  const found: AuditTable[] = []
  for (const action of filter.actions) found.push(...(await ordered.where('action', '=', action).execute()))
  return found.toSorted(newest).slice(0, limit)
}

/** Selects current staff by name, limited to a list that can be searched by eye. */
export const staff = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('deletedAt', 'is', null)
    .where('role', 'in', ['manager', 'admin', 'superadmin'])
    .orderBy('nameFolded')
    .orderBy('id')
    .limit(500)
    .execute()

type Named = { id: string; name: string }

/** Returns the names of people; for deleted people, the names as issued. */
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
