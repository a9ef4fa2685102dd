import { feature } from '#server/feature/feature.ts'
import { contentsReleased } from '#server/feature/hooks.ts'
import { extractionApi } from '../extraction.contract.ts'
import { countMatches } from './extraction.count.service.ts'
import { cover } from './extraction.cover.service.ts'
import { forgetContents } from './extraction.db.ts'
import { findInDocument } from './extraction.find.service.ts'
import { searchText } from './extraction.search.service.ts'
import { extractAll } from './extraction.service.ts'

export const extractionFeature = feature(
  extractionApi,
  { searchText, countMatches, findInDocument, cover },
  {
    jobs: [{ name: 'extract documents', everySeconds: 2, alone: true, run: extractAll }],
    tables: { extractions: 'documents', pageTexts: null },
    files: [{ table: 'extractions', column: 'coverSha256' }],
    hooks: [contentsReleased.by(forgetContents)],
  },
)
