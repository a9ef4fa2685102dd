import { onForget } from '#web/api/session.ts'

/** The last page of each document in this tab, for when the server cannot be reached or is slow. */
const places = new Map<string, number>()
onForget(() => places.clear())

export const keptPlace = (id: string): number | undefined => places.get(id)
export const keepPlace = (id: string, page: number): void => void places.set(id, page)
