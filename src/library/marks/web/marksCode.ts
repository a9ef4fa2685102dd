import { openMarks, resumeMarks } from './documentMarks.ts'
import { MarksInReader } from './MarksInReader.tsx'
import { MarksPanel } from './MarksPanel.tsx'
import { selectByKey } from './selection.ts'

/** Everything about marks. Its code is loaded together, where it is first needed. */
export const marksCode = { MarksInReader, MarksPanel, openMarks, resumeMarks, selectByKey }
