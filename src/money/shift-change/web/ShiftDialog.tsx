import { useState } from 'react'
import { termsEn } from '#contract/terms.en.ts'
import { BookedDay } from '#money/locks/web/BookedDay.tsx'
import type { ChangeShiftProps } from '#people/users/web/userSlots.ts'
import { useShifts } from '#system/customization/web/customization.queries.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { errorText, useWords } from '#web/words.ts'
import { shiftChangeEn } from '../shift-change.en.ts'
import { PriceLines } from './PriceLines.tsx'
import { isFreeSeat, NO_SEAT, type ShiftForm, useShiftChange } from './useShiftChange.ts'

/** Moves a student to another shift: the seat, the first day, and the price before it is done. */
export const ShiftDialog = (props: ChangeShiftProps) => {
  const { onClose } = props
  // As they were: if the response of the change is lost, the same choice is sent again.
  const [student] = useState(props.student)
  const words = useWords(shiftChangeEn)
  const shiftForm = useShiftChange({ ...props, student })
  const { form, chosen, choose, setReason, days, price, isCurrent, isUnsure } = shiftForm
  const { data } = price
  const onSubmit: typeof form.props.onSubmit = async (event) => {
    event?.preventDefault()
    if (isCurrent || chosen.slot === '') await form.props.onSubmit()
  }
  const amount = data?.amount ?? 0
  const { move, more, less } = words.submit
  return (
    <FormDialog
      title={words.title(student.name)}
      isOpen
      onClose={onClose}
      form={{ ...form, props: { ...form.props, onSubmit }, isChanged: false }}
      submit={amount === 0 ? move : amount > 0 ? more(amount) : less(-amount)}
      submitting={words.submitting}
      note={isUnsure && !form.isSending && <Notice tone="warning">{words.unsure}</Notice>}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <NewShiftField student={student} shiftForm={shiftForm} />
        <NewSeatField student={student} shiftForm={shiftForm} />
      </div>
      <BookedDay
        label={words.from}
        days={days}
        day={{ ...form.field('from'), value: chosen.from, onChange: (from) => choose({ from }) }}
        reason={{ ...form.field('dateReason'), onChange: setReason }}
        isDisabled={form.isSending}
      />
      {price.error && chosen.slot !== '' ? (
        <p role="alert" className="text-error-text">
          {errorText(price.error, words.loadFailed)}
        </p>
      ) : data ? (
        <div className={isCurrent ? '' : 'opacity-60'}>
          <PriceLines student={student} price={data} />
        </div>
      ) : (
        chosen.slot !== '' && <ListSkeleton rows={3} />
      )}
    </FormDialog>
  )
}

type FieldProps = { student: ChangeShiftProps['student']; shiftForm: ShiftForm }

const NewShiftField = ({ student, shiftForm: { form, chosen, choose } }: FieldProps) => {
  const words = useWords(shiftChangeEn)
  const { dayPart } = useWords(termsEn)
  const shifts = useShifts().filter(({ key, isArchived }) => !isArchived && key !== student.slot)
  return (
    <SelectField
      label={words.shift}
      placeholder={words.chooseShift}
      isRequired
      isDisabled={form.isSending}
      options={shifts.map((shift) => ({ value: shift.key, label: words.shiftOption(shift.name, dayPart(shift)) }))}
      {...form.field('slot')}
      value={chosen.slot}
      onChange={(slot) => {
        form.set('slot', slot)
        choose({ slot, seat: undefined })
      }}
    />
  )
}

/** The free seats of the new shift, the present one first. */
const NewSeatField = ({ student, shiftForm: { form, seats = [], chosen, choose } }: FieldProps) => {
  const words = useWords(shiftChangeEn)
  const own = seats.find(({ seatNumber }) => seatNumber === student.seatNumber)
  const free = seats.filter(isFreeSeat)
  const labelOf = ({ seatNumber, name, keptFor }: (typeof free)[number]): string => {
    if (seatNumber === student.seatNumber) return words.sameSeat(name)
    return keptFor === undefined ? words.seatOption(name) : words.keptSeat(name, keptFor)
  }
  const first = free.filter((seat) => seat === own)
  const options = [...first, ...free.filter((seat) => seat !== own)].map((seat) => ({
    value: String(seat.seatNumber),
    label: labelOf(seat),
  }))
  const { error } = form.field('seatNumber')
  return (
    <SelectField
      label={words.seat}
      name="seatNumber"
      placeholder={words.chooseSeat}
      isRequired
      isDisabled={form.isSending || chosen.slot === ''}
      hint={own && own.others.length > 0 ? words.seatTaken(own.name, own.others) : words.fromHint}
      error={error}
      options={[...options, { value: NO_SEAT, label: words.noSeat }]}
      value={chosen.seat}
      onChange={(seat) => {
        form.set('seatNumber', '')
        choose({ seat })
      }}
    />
  )
}
