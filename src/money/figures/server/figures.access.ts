import { type AccessTable, nothing, staff } from '#server/testing/access/table.ts'
import type { figuresApi } from '../figures.contract.ts'

export const figuresAccess: AccessTable<typeof figuresApi> = {
  figures: { all: [nothing, staff(200)] },
}
