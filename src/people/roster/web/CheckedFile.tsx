import { useMemo } from 'react'
import { today } from '#web/api/timeZone.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { formatDay, formatRupees, useWords } from '#web/words.ts'
import type { ImportReply, RosterProblem, RosterStudent } from '../roster.contract.ts'
import { rosterEn } from '../roster.en.ts'
import { monthOf } from './monthOf.ts'

const Problems = ({ problems, count }: { problems: readonly RosterProblem[]; count: number }) => {
  const words = useWords(rosterEn)
  const columns = useMemo(
    (): Column<RosterProblem>[] => [
      { key: 'row', title: words.problemColumns.row, numeric: true, width: 'columns:w-20', cell: ({ row }) => row },
      { key: 'column', title: words.problemColumns.column, width: 'columns:w-[22%]', cell: ({ column }) => column },
      { key: 'message', title: words.problemColumns.message, isMain: true, cell: ({ message }) => message },
    ],
    [words],
  )
  return (
    <section className="flex flex-col gap-3">
      <Notice tone="error" title={words.problems(count)}>
        {words.problemsHint}
      </Notice>
      <Table
        label={words.problems(count)}
        columns={columns}
        rows={problems}
        rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
      />
      {count > problems.length && <p className="text-muted">{words.moreProblems(count - problems.length)}</p>}
    </section>
  )
}

const Student = ({ student: { name, email, phone, isMadeAddress } }: { student: RosterStudent }) => {
  const words = useWords(rosterEn)
  return (
    <>
      <span className="block font-medium">{name || words.noName}</span>
      <span className={`block text-muted text-sm ${isMadeAddress ? 'italic' : ''}`}>{email || words.noEmail}</span>
      {phone && <span className="block text-muted text-sm tabular-nums">{phone}</span>}
    </>
  )
}

const useColumns = (): Column<RosterStudent>[] => {
  const words = useWords(rosterEn)
  return useMemo(
    () => [
      {
        key: 'student',
        title: words.columns.student,
        isMain: true,
        width: 'columns:w-[38%]',
        cell: (student) => <Student student={student} />,
      },
      {
        key: 'seat',
        title: words.columns.seat,
        width: 'columns:w-[17%]',
        cell: ({ seatNumber, slot }) =>
          seatNumber !== null && slot ? words.seat(seatNumber, words.slots[slot]) : slot && words.slots[slot],
      },
      {
        key: 'joined',
        title: words.columns.joined,
        width: 'columns:w-[14%]',
        cell: ({ dateJoinedLibrary: joined }) => joined && formatDay(joined),
      },
      {
        key: 'fees',
        title: words.columns.fees,
        cell: ({ monthlyFee, paidUpTo, oldDues }) =>
          [
            monthlyFee !== null && words.monthly(formatRupees(monthlyFee)),
            paidUpTo !== null && words.paidUpTo(monthOf(paidUpTo)),
            oldDues !== null && words.owes(formatRupees(oldDues)),
          ]
            .filter(Boolean)
            .join(', '),
      },
    ],
    [words],
  )
}

/** Who would be charged for all months since joining. */
const chargedFromJoining = (students: readonly RosterStudent[]): number => {
  const month = today().slice(0, 7)
  return students.filter(
    ({ dateJoinedLibrary: joined, paidUpTo, oldDues }) => joined && joined < month && paidUpTo === null && oldDues === null,
  ).length
}

/** What would become of the file: first what keeps it from being imported, then everybody in it. */
export const CheckedFile = ({ checked }: { checked: ImportReply }) => {
  const words = useWords(rosterEn)
  const { problems, problemCount, students, ignored } = checked
  const unpaid = chargedFromJoining(students)
  return (
    <div className="flex flex-col gap-5">
      {problemCount > 0 ? (
        <Problems problems={problems} count={problemCount} />
      ) : (
        <Notice tone="success">{words.ready(students.length)}</Notice>
      )}
      {unpaid > 0 && <Notice tone="warning">{words.unpaid(unpaid)}</Notice>}
      {ignored.length > 0 && <Notice tone="info">{words.ignored(ignored.join(', '))}</Notice>}
      <section className="flex flex-col gap-3">
        <h2 className="font-semibold text-lg">{words.preview}</h2>
        <Table label={words.preview} columns={useColumns()} rows={students} rowKey={({ row }) => String(row)} />
      </section>
    </div>
  )
}
