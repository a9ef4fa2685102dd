import { feature } from '#server/feature/feature.ts'
import { contentsReleased } from '#server/feature/hooks.ts'
import { queueAge } from '#server/feature/measure.ts'
import { extractionApi } from '../extraction.contract.ts'
import { countMatches } from './extraction.count.service.ts'
import { cover } from './extraction.cover.service.ts'
import { forgetContents, unreadSince } from './extraction.db.ts'
import { findInDocument } from './extraction.find.service.ts'
import { firstPage } from './extraction.firstPage.service.ts'
import { searchText } from './extraction.search.service.ts'
import { extractAll } from './extraction.service.ts'

export const extractionFeature = feature(
  extractionApi,
  { searchText, countMatches, findInDocument, firstPage, cover },
  {
    jobs: [{ name: 'extract documents', everySeconds: 2, run: extractAll }],
    measures: [queueAge('extraction', unreadSince)],
    tables: { extractions: 'documents', extractionLeases: null, pageTexts: null },
    files: [{ table: 'extractions', column: 'coverSha256' }],
    hooks: [contentsReleased.by(forgetContents)],
  },
)
