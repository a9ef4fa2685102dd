import { useMemo } from 'react'
import { today } from '#web/api/timeZone.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { formatDay, formatInstantDay, formatRupees, useWords } from '#web/words.ts'
import type { Due } from '../dues.contract.ts'
import { duesEn } from '../dues.en.ts'
import { type DueChoice, daysSince } from '../dues.policy.ts'
import { RemindButtons, type ReminderParts } from './RemindButtons.tsx'

const DueStudent = ({ due: { _id, student } }: { due: Due }) => {
  const words = useWords(duesEn)
  const seat = student?.seatNumber == null ? words.noSeat : words.seat(student.seatNumber)
  const name = student?.name || student?.email || words.deletedStudent
  return (
    <div className="flex items-center gap-3">
      <Avatar id={student ? _id : ''} name={name} src={student?.profilePictureUrl} />
      <div className="min-w-0">
        <p dir="auto" className={`wrap-anywhere ${student ? 'font-medium' : 'text-muted'}`}>
          {name}
        </p>
        {student && (
          <p className="flex flex-wrap gap-x-3 text-muted text-sm">
            <span>{seat}</span>
            {student.slot && <span>{words.slots[student.slot]}</span>}
            {student.phone && <span className="whitespace-nowrap tabular-nums">{student.phone}</span>}
          </p>
        )}
      </div>
    </div>
  )
}

const Owed = ({ due: { owed, owedOfAge }, age }: { due: Due; age: DueChoice | undefined }) => {
  const words = useWords(duesEn)
  return (
    <div className="cards:text-right">
      <p className="font-semibold tabular-nums">{formatRupees(owed)}</p>
      {age && owedOfAge !== owed && <p className="text-muted text-sm">{words.ofAge(formatRupees(owedOfAge), words.ages[age])}</p>}
    </div>
  )
}

const Since = ({ since }: { since: string }) => {
  const words = useWords(duesEn)
  const days = daysSince(since, today())
  const told = days > 0 ? words.days(days) : days === 0 ? words.dueToday : words.notYetDue
  return (
    <div className="cards:text-right">
      <p className={`whitespace-nowrap tabular-nums ${days > 90 ? 'font-semibold text-error-text' : ''}`}>{told}</p>
      <p className="whitespace-nowrap text-muted text-sm">{formatDay(since)}</p>
    </div>
  )
}

const LastReminder = ({ reminder }: { reminder: Due['lastReminder'] }) => {
  const words = useWords(duesEn)
  if (!reminder) return <span className="text-muted">{words.never}</span>
  return (
    <div className="min-w-0 cards:text-right">
      <p className="whitespace-nowrap">{formatInstantDay(reminder.at)}</p>
      <p className="text-muted text-sm wrap-anywhere">{words.reminder(words.channels[reminder.channel], reminder.by)}</p>
    </div>
  )
}

type Props = { dues: readonly Due[]; total: number | undefined; age: DueChoice | undefined; parts: ReminderParts; isDeleted: boolean }

export const DuesTable = ({ dues, total, age, parts, isDeleted }: Props) => {
  const words = useWords(duesEn)
  const columns = useMemo((): Column<Due>[] => {
    const { columns: titles } = words
    return [
      { key: 'student', title: titles.student, isMain: true, cell: (due) => <DueStudent due={due} /> },
      { key: 'owed', title: titles.owed, numeric: true, width: 'columns:w-[13%]', cell: (due) => <Owed due={due} age={age} /> },
      { key: 'since', title: titles.since, width: 'columns:w-[14%]', cell: ({ since }) => <Since since={since} /> },
      ...(isDeleted
        ? []
        : [
            {
              key: 'reminder',
              title: titles.reminder,
              width: 'columns:w-[18%]',
              cell: ({ lastReminder }: Due) => <LastReminder reminder={lastReminder} />,
            },
            {
              key: 'actions',
              title: titles.actions,
              isActions: true,
              width: 'columns:w-[22%]',
              cell: (due: Due) => <RemindButtons due={due} parts={parts} />,
            },
          ]),
    ]
  }, [words, age, parts, isDeleted])
  return <Table label={words.list} columns={columns} rows={dues} rowKey={({ _id }) => _id} total={total} />
}
