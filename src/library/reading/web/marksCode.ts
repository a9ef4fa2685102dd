import { unsentMarksKey } from '#library/marks/web/unsentMarks.ts'
import { getSession } from '#web/api/session.ts'
import { device } from '#web/api/storages.ts'

/** Loads the code for bookmarks, highlights and notes. */
export const marksCode = async () => (await import('#library/marks/web/marksCode.ts')).marksCode

/** Sends the marks that were made without a network. The code for that is loaded only if there may be some. */
export const resumeMarks = async (): Promise<void> => {
  const id = getSession()?.user._id
  if (id !== undefined && device.get(unsentMarksKey) === id) await (await marksCode()).resumeMarks()
}
