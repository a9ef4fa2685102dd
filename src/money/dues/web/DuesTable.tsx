import { useCallback, useMemo } from 'react'
import { readablePhone } from '#contract/phone.ts'
import { shownName } from '#contract/shownName.ts'
import { MonthStrip } from '#money/fees/web/MonthStrip.tsx'
import { PersonName } from '#people/users/web/PersonName.tsx'
import { useOpenPerson } from '#people/users/web/useOpenPerson.ts'
import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { today } from '#web/api/timeZone.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { formatDay, formatRupees, useWords } from '#web/words.ts'
import type { Due } from '../dues.contract.ts'
import { duesEn } from '../dues.en.ts'
import { type DueChoice, daysSince } from '../dues.policy.ts'
import { LastReminder } from './LastReminder.tsx'
import { RemindButtons } from './RemindButtons.tsx'
import type { ReminderParts } from './reminder.ts'
import type { ChosenDues } from './useChosenDues.ts'

const Tick = ({ due, name, choosing: { chosen, choose } }: { due: Due; name: string; choosing: ChosenDues }) => {
  const words = useWords(duesEn).choosing
  return (
    <label className="-mx-2 flex size-10 shrink-0 cursor-pointer items-center justify-center max-md:size-11">
      <input
        type="checkbox"
        aria-label={words.one(name)}
        checked={chosen.has(due._id)}
        onChange={({ target }) => choose(due, target.checked)}
        className="size-5 cursor-pointer accent-primary-fill"
      />
    </label>
  )
}

const DueStudent = ({ due, choosing }: { due: Due; choosing: ChosenDues | undefined }) => {
  const { _id, student } = due
  const words = useWords(duesEn)
  const nameOf = useShiftName()
  const seat = student?.seatNumber == null ? words.noSeat : words.seat(student.seatLabel ?? student.seatNumber)
  const name = (student && shownName(student)) || words.deletedStudent
  return (
    <div className="flex items-center gap-2">
      {student && choosing && <Tick due={due} name={name} choosing={choosing} />}
      <Avatar id={student ? _id : ''} name={name} src={student?.profilePictureUrl} />
      <div className="min-w-0">
        <p dir="auto" title={name} className={`wrap-anywhere ${student ? '' : 'text-muted'}`}>
          {student ? <PersonName id={_id} name={name} className="line-clamp-2 w-fit font-medium" /> : name}
        </p>
        {student && (
          <p className="flex flex-wrap gap-x-2 text-muted text-sm">
            <span>{seat}</span>
            {student.slot && <span>{nameOf(student.slot)}</span>}
            {student.phone && <span className="whitespace-nowrap tabular-nums cards:hidden">{readablePhone(student.phone)}</span>}
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
      <p className={`whitespace-nowrap tabular-nums cards:text-sm ${days > 90 ? 'font-semibold text-error-text' : ''}`}>{told}</p>
      <p className="whitespace-nowrap text-muted text-sm cards:hidden">{formatDay(since)}</p>
    </div>
  )
}

type Props = {
  dues: readonly Due[]
  total: number | undefined
  age: DueChoice | undefined
  parts: ReminderParts
  isDeleted: boolean
  choosing: ChosenDues
}

export const DuesTable = ({ dues, total, age, parts, isDeleted, choosing }: Props) => {
  const words = useWords(duesEn)
  const { id: openId, open: openPerson } = useOpenPerson()
  const columns = useMemo((): Column<Due>[] => {
    const { columns: titles } = words
    return [
      {
        key: 'student',
        title: titles.student,
        isMain: true,
        card: 'cards:min-w-40 cards:flex-1',
        cell: (due) => <DueStudent due={due} choosing={isDeleted ? undefined : choosing} />,
      },
      {
        key: 'months',
        title: titles.months,
        isInline: true,
        isWide: true,
        card: 'cards:order-1',
        width: 'columns:w-63',
        cell: ({ months }) => <MonthStrip months={months} />,
      },
      {
        key: 'owed',
        title: titles.owed,
        numeric: true,
        isInline: true,
        card: 'cards:min-w-20 cards:self-start cards:pb-[1.25rem]',
        width: 'columns:w-[10%] beside:w-[16%]',
        cell: (due) => <Owed due={due} age={age} />,
      },
      {
        key: 'since',
        title: titles.since,
        isInline: true,
        card: 'cards:absolute cards:top-[2rem] cards:right-3',
        width: 'columns:w-[10%] beside:w-[18%]',
        cell: ({ since }) => <Since since={since} />,
      },
      ...(isDeleted
        ? []
        : [
            {
              key: 'reminder',
              title: titles.reminder,
              yields: true,
              isInline: true,
              card: 'cards:order-3 cards:w-full cards:has-data-absent:hidden',
              width: 'columns:w-[11%]',
              cell: (due: Due) => <LastReminder due={due} />,
            },
            {
              key: 'actions',
              title: titles.actions,
              isActions: true,
              card: 'cards:order-2 cards:ml-auto',
              width: 'columns:w-[17%] beside:w-[30%]',
              cell: (due: Due) => <RemindButtons due={due} parts={parts} />,
            },
          ]),
    ]
  }, [words, age, parts, isDeleted, choosing])
  const open = useCallback(({ _id }: Due) => openPerson(_id), [openPerson])
  return (
    <Table
      label={words.list}
      columns={columns}
      rows={dues}
      rowKey={({ _id }) => _id}
      total={total}
      onRowPress={isDeleted ? undefined : open}
      isCurrent={({ _id }) => _id === openId}
    />
  )
}
