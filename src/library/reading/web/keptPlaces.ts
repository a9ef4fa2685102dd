import { onForget } from '#web/api/session.ts'

/** The pages where this tab stopped reading, by document, for when the server cannot be asked or is slow to say. */
const places = new Map<string, number>()
onForget(() => places.clear())

export const keptPlace = (id: string): number | undefined => places.get(id)
export const keepPlace = (id: string, page: number): void => void places.set(id, page)
