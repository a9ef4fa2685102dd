import { useState } from 'react'
import { useSession } from '#web/api/session.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import type { User } from '../users.contract.ts'
import { userFormsEn } from '../users.forms.en.ts'
import { userPolicy } from '../users.policy.ts'
import { AccountReadyDialog } from './AccountReadyDialog.tsx'
import { ChargeGapField, WithoutSeatField } from './ExtensionFields.tsx'
import { LastDayField } from './LastDayField.tsx'
import { NewUserFields } from './NewUserFields.tsx'
import { PersonDetails } from './PersonDetails.tsx'
import { UserFields } from './UserFields.tsx'
import { useShiftOffer } from './useShiftOffer.tsx'
import { type NewAccess, type SeatChoice, useCreateUserForm, useEditUserForm, useTerminationForm } from './useUserForm.ts'

/** The second of two dialogs does not know the element that opened the first one, so closing it would lose the focus. */
const useBackToOpener = (onClose: () => void): (() => void) => {
  const [opener] = useState(() => document.activeElement)
  return () => {
    onClose()
    const focus = () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
    // React Aria restores the focus in the next frame, to an element that no longer exists.
    requestAnimationFrame(() => requestAnimationFrame(focus))
  }
}

export type CreateProps = { seat?: SeatChoice | undefined; onClose: () => void }

export const CreateUserDialog = ({ seat, onClose }: CreateProps) => {
  const words = useWords(userFormsEn).form
  const [ready, setReady] = useState<NewAccess>()
  const close = useBackToOpener(onClose)
  const form = useCreateUserForm(setReady, seat)
  if (ready) return <AccountReadyDialog {...ready} onClose={close} />
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      {seat?.notice && <Notice tone="info">{seat.notice}</Notice>}
      <NewUserFields form={form} />
    </FormDialog>
  )
}

export type EditProps = { user: User; onClose: () => void }

/** All fields for a person who may change them; only the termination date for others. */
export const EditUserDialog = (props: EditProps) => {
  const me = useSession()?.user
  return me && !userPolicy.whyNotUpdate(me, props.user, ['name']) ? <EditEverything {...props} /> : <EditTermination {...props} />
}

const EditEverything = ({ user, onClose }: EditProps) => {
  const words = useWords(userFormsEn).form
  const [ready, setReady] = useState<NewAccess>()
  const close = useBackToOpener(onClose)
  const form = useEditUserForm(user, onClose, setReady)
  const shift = useShiftOffer(user, form)
  if (ready) return <AccountReadyDialog {...ready} onClose={close} />
  return (
    <>
      <FormDialog title={words.editTitle} isOpen onClose={onClose} form={form} submit={words.save} submitting={words.saving}>
        <UserFields form={form} user={user} removal={form.toggle('removePicture')} />
        {shift.hint}
        <ChargeGapField user={user} lastDay={String(form.values.terminationDate)} toggle={form.toggle('chargeGap')} />
      </FormDialog>
      {shift.dialog}
    </>
  )
}

const EditTermination = ({ user, onClose }: EditProps) => {
  const words = useWords(userFormsEn).form
  const form = useTerminationForm(user, onClose)
  const lastDay = String(form.values.terminationDate)
  return (
    <FormDialog title={words.editTitle} isOpen onClose={onClose} form={form} submit={words.save} submitting={words.saving}>
      <PersonDetails user={user} />
      <p className="text-muted text-sm">{words.terminationOnly}</p>
      <LastDayField from={user.terminationDate} {...form.field('terminationDate')} />
      <ChargeGapField user={user} lastDay={lastDay} toggle={form.toggle('chargeGap')} />
      <WithoutSeatField user={user} lastDay={lastDay} toggle={form.toggle('withoutSeat')} />
    </FormDialog>
  )
}
