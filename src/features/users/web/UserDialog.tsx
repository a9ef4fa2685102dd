import { useSession } from '#web/api/session.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { useWords } from '#web/words.ts'
import type { User } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { userPolicy } from '../users.policy.ts'
import { ChargeGapField, WithoutSeatField } from './ExtensionFields.tsx'
import { OpeningFields } from './OpeningFields.tsx'
import { PersonDetails } from './PersonDetails.tsx'
import { UserFields } from './UserFields.tsx'
import { type SeatChoice, useCreateUserForm, useEditUserForm, useTerminationForm } from './useUserForm.ts'

type CreateProps = { seat?: SeatChoice | undefined; onClose: () => void }

export const CreateUserDialog = ({ seat, onClose }: CreateProps) => {
  const words = useWords(usersEn).form
  const form = useCreateUserForm(onClose, seat)
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <UserFields form={form} opening={<OpeningFields form={form} />} />
    </FormDialog>
  )
}

type EditProps = { user: User; onClose: () => void }

/** All fields for whoever may change them, for others the termination date alone. */
export const EditUserDialog = (props: EditProps) => {
  const me = useSession()?.user
  return me && !userPolicy.whyNotUpdate(me, props.user, ['name']) ? <EditEverything {...props} /> : <EditTermination {...props} />
}

const EditEverything = ({ user, onClose }: EditProps) => {
  const words = useWords(usersEn).form
  const form = useEditUserForm(user, onClose)
  return (
    <FormDialog title={words.editTitle} isOpen onClose={onClose} form={form} submit={words.save} submitting={words.saving}>
      <UserFields form={form} user={user} removal={form.toggle('removePicture')} />
      <ChargeGapField user={user} lastDay={String(form.values.terminationDate)} toggle={form.toggle('chargeGap')} />
    </FormDialog>
  )
}

const EditTermination = ({ user, onClose }: EditProps) => {
  const words = useWords(usersEn).form
  const form = useTerminationForm(user, onClose)
  const lastDay = String(form.values.terminationDate)
  return (
    <FormDialog title={words.editTitle} isOpen onClose={onClose} form={form} submit={words.save} submitting={words.saving}>
      <PersonDetails user={user} />
      <p className="text-muted text-sm">{words.terminationOnly}</p>
      <DateField label={words.terminationDate} hint={words.terminationHint} {...form.field('terminationDate')} />
      <ChargeGapField user={user} lastDay={lastDay} toggle={form.toggle('chargeGap')} />
      <WithoutSeatField user={user} lastDay={lastDay} toggle={form.toggle('withoutSeat')} />
    </FormDialog>
  )
}
