import { useState } from 'react'
import { addDays } from '#contract/day.ts'
import { today } from '#web/api/timeZone.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { type DayPass, type Offer, passLimits } from '../passes.contract.ts'
import { passesEn } from '../passes.en.ts'
import { DayPassDone } from './DayPassDone.tsx'
import { PassMoney } from './PassMoney.tsx'
import { PassPlace } from './PassPlace.tsx'
import { useOffer } from './passes.queries.ts'
import { usePassForm, type WantedSeat } from './usePassForm.ts'
import { VisitorFields } from './VisitorFields.tsx'

export type DayPassDialogProps = {
  /** The seat that was pressed on the map. */
  wanted?: WantedSeat
  onClose: () => void
}

/** Sells a visitor a seat for one day, and prints the receipt. */
export const DayPassDialog = ({ wanted, onClose }: DayPassDialogProps) => {
  const words = useWords(passesEn).dialog
  const [day, setDay] = useState(today)
  const [pass, setPass] = useState<DayPass>()
  // A new key starts an empty form with a `clientId` of its own.
  const [nth, setNth] = useState(0)
  const offer = useOffer(day)
  if (pass)
    return (
      <DayPassDone
        pass={pass}
        onNext={() => {
          setPass(undefined)
          setNth(nth + 1)
        }}
        onClose={onClose}
      />
    )
  const { data } = offer
  if (data && data.price !== null)
    return (
      <Form
        key={nth}
        offer={{ ...data, price: data.price }}
        wanted={nth === 0 ? wanted : undefined}
        day={day}
        onDay={setDay}
        onSold={setPass}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Loaded of={offer} skeleton={<FormSkeleton />} failed={words.loadFailed}>
        {() => <Notice tone="info">{words.off}</Notice>}
      </Loaded>
    </Dialog>
  )
}

type FormProps = {
  offer: Offer & { price: number }
  wanted: WantedSeat | undefined
  day: string
  onDay: (day: string) => void
  onSold: (pass: DayPass) => void
  onClose: () => void
}

const Form = ({ offer, wanted, day, onDay, onSold, onClose }: FormProps) => {
  const words = useWords(passesEn).dialog
  const pass = usePassForm({ offer, wanted, onSold })
  const { form } = pass
  return (
    <FormDialog
      title={words.title}
      isOpen
      onClose={onClose}
      form={form}
      submit={words.submit}
      submitting={words.submitting}
      note={pass.isUnsure && !form.isSending ? <Notice tone="warning">{words.unsure}</Notice> : <FormError text={form.error} />}
    >
      <VisitorFields form={form} />
      <DateField
        label={words.day}
        name="day"
        value={day}
        onChange={(next) => {
          pass.choose({})
          onDay(next)
        }}
        min={today()}
        max={addDays(today(), passLimits.daysAhead)}
        isDisabled={form.isSending}
      />
      <PassPlace pass={pass} offer={offer} />
      <PassMoney pass={pass} price={offer.price} />
    </FormDialog>
  )
}

const FormSkeleton = () => (
  <Skeleton>
    {[1, 2, 3, 4].map((each) => (
      <Bar key={each} className="mb-4 h-9 w-full" />
    ))}
  </Skeleton>
)
