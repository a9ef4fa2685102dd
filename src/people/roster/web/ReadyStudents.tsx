import { useMemo } from 'react'
import { readablePhone } from '#contract/phone.ts'
import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { today } from '#web/api/timeZone.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { formatDay, formatRupees, useWords } from '#web/words.ts'
import type { ImportReply, RosterStudent } from '../roster.contract.ts'
import { rosterEn } from '../roster.en.ts'
import { monthOf } from './monthOf.ts'

const Student = ({ student: { name, email, phone } }: { student: RosterStudent }) => {
  const words = useWords(rosterEn)
  return (
    <>
      <span className="block font-medium">{name || words.noName}</span>
      {email && <span className="block text-muted text-sm">{email}</span>}
      {phone && <span className="block text-muted text-sm tabular-nums">{readablePhone(phone)}</span>}
    </>
  )
}

const useColumns = (): Column<RosterStudent>[] => {
  const words = useWords(rosterEn)
  const nameOf = useShiftName()
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
        cell: ({ seatNumber, slot }) => (seatNumber !== null && slot ? words.seat(seatNumber, nameOf(slot)) : slot && nameOf(slot)),
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
    [words, nameOf],
  )
}

/** Returns the students who would be charged for all months since joining. */
const chargedFromJoining = (students: readonly RosterStudent[]): number => {
  const month = today().slice(0, 7)
  return students.filter(
    ({ dateJoinedLibrary: joined, paidUpTo, oldDues }) => joined && joined < month && paidUpTo === null && oldDues === null,
  ).length
}

/** Everybody who can be imported, with the values they will have. */
export const ReadyStudents = ({ checked: { students, sharedPhones } }: { checked: ImportReply }) => {
  const words = useWords(rosterEn)
  const columns = useColumns()
  const unpaid = chargedFromJoining(students)
  if (students.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      {sharedPhones > 0 && <Notice tone="warning">{words.sharedPhones(sharedPhones)}</Notice>}
      {unpaid > 0 && <Notice tone="warning">{words.unpaid(unpaid)}</Notice>}
      <h2 className="font-semibold text-lg">{words.preview(students.length)}</h2>
      <Table label={words.preview(students.length)} columns={columns} rows={students} rowKey={({ row }) => String(row)} />
    </section>
  )
}
