import { usualFee } from '#system/customization/customization.policy.ts'
import type { Hall } from '#system/customization/customization.settings.contract.ts'
import type { ImportReply, RosterStudent } from '../roster.contract.ts'
import type { RosterProblem, RosterProblemKind } from '../roster.register.contract.ts'
import type { CheckedPart } from './roster.check.ts'
import { samplesOf } from './roster.register.ts'

const paysOtherwise = ({ monthlyFee, slot, paidUpTo }: RosterStudent, hall: Hall): boolean =>
  paidUpTo !== null || (monthlyFee !== null && monthlyFee !== usualFee(hall, slot))

/** Maximum number of problems of one kind in one reply. */
const MOST_OF_KIND = 200

const grouped = (problems: readonly RosterProblem[]) => {
  const counts = new Map<RosterProblemKind, number>()
  const first = problems.filter(({ kind }) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return (counts.get(kind) ?? 0) <= MOST_OF_KIND
  })
  const problemGroups = [...counts].map(([kind, count]) => ({ kind, count })).toSorted((one, other) => other.count - one.count)
  return { problems: first, problemGroups }
}

/** Builds the reply for a checked part, before anybody is imported. */
export const toReply = ({ part, problems, duplicates, students, sharedPhones }: CheckedPart, hall: Hall): Omit<ImportReply, 'slips'> => {
  const { columns, unused, rows, fileRows, nextRow } = part
  return {
    columns: columns.map((column) => ({ ...column, samples: samplesOf(rows, column.at) })),
    unused: unused.map((column) => ({ ...column, samples: samplesOf(rows, column.at) })),
    ignored: unused.map(({ heading }) => heading).filter((heading) => heading !== ''),
    ...grouped(problems),
    problemCount: problems.length,
    duplicates,
    rowCount: rows.length,
    fileRowCount: fileRows,
    firstRow: rows[0]?.row ?? 0,
    lastRow: rows.at(-1)?.row ?? 0,
    nextRow,
    sharedPhones,
    students,
    concessions: students.filter((student) => paysOtherwise(student, hall)).length,
  }
}
