import type { CheckNeeds } from '#server/feature/check.ts'
import { wrongCounts } from './documents.check.db.ts'

/** For the doctor: checks the numbers of documents that the tree shows. */
export const checkCounts = async ({ db }: CheckNeeds): Promise<string[]> => {
  const wrong = await wrongCounts(db)
  return wrong === 0 ? [] : [`Categories whose number of documents is wrong: ${wrong}`]
}
