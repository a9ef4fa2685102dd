import { type Actor, type Role, roles } from '#contract/actor.ts'
import { shownName } from '#contract/shownName.ts'
import { useHall, useShifts } from '#system/customization/web/customization.queries.ts'
import { useRefusal } from '#system/customization/web/useRules.ts'
import { useSession } from '#web/api/session.ts'
import { shellEn } from '#web/shell/shell.en.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { PictureField } from '#web/ui/PictureField.tsx'
import { ReasonField } from '#web/ui/ReasonField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useWords } from '#web/words.ts'
import type { User } from '../users.contract.ts'
import { userFormsEn } from '../users.forms.en.ts'
import { userPolicy } from '../users.policy.ts'
import { JoiningDateField, LastDayField } from './LastDayField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { PhoneField } from './PhoneField.tsx'
import { type UserForm, useChooseRole } from './useUserForm.ts'

type Removal = { value: boolean; onChange: (isRemoved: boolean) => void }
type Props = { form: UserForm; user: User; removal: Removal }

/** All fields of an existing account. */
export const UserFields = (props: Props) => {
  const { form, user } = props
  const words = useWords(userFormsEn).form
  const choose = useChooseRole(form)
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField label={words.name} autoComplete="off" autoFocus isRequired {...form.field('name')} />
        <EmailField form={form} />
        <PhoneField userId={user._id} {...form.field('phone')} />
        <NewPasswordField label={words.password} hint={words.passwordKept} {...form.field('password')} />
        <RoleField form={form} present={user.role} onChoose={choose} />
        <LastDayField from={user.terminationDate} {...form.field('terminationDate')} className="md:col-span-2" />
      </div>
      {form.values.role === 'student' && <StudentFields {...props} />}
    </>
  )
}

export const EmailField = ({ form }: { form: UserForm }) => {
  const words = useWords(userFormsEn).form
  return <TextField label={words.email} hint={words.emailHint} type="email" inputMode="email" autoComplete="off" {...form.field('email')} />
}

type RoleProps = { form: UserForm; present?: Role; onChoose: (role: string) => void }

export const RoleField = ({ form, present, onChoose }: RoleProps) => {
  const words = useWords(userFormsEn).form
  const names = useWords(shellEn).roles
  const me: Actor | undefined = useSession()?.user
  const choices = me ? roles.filter((role) => role === present || !userPolicy.whyNotCreate(me, role)) : []
  return (
    <SelectField
      label={words.role}
      isRequired
      options={choices.map((role) => ({ value: role, label: names[role] }))}
      {...form.field('role')}
      onChange={onChoose}
    />
  )
}

const StudentFields = ({ form, user, removal }: Props) => {
  const words = useWords(userFormsEn).form
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 font-semibold">{words.student}</legend>
      <div className="grid gap-4 md:grid-cols-2">
        <SeatNumberField form={form} />
        <SlotField form={form} />
        <DateField label={words.dob} {...form.field('dob')} />
        <JoiningDateField {...form.field('dateJoinedLibrary')} />
        <MonthlyFeeField form={form} />
      </div>
      <ConcessionReason form={form} stored={user.monthlyFee} />
      <PictureField
        label={words.picture}
        hint={words.pictureHint}
        shape="round"
        presentUrl={user.profilePictureUrl}
        removal={removal}
        placeholder={<Avatar id={user._id} name={shownName(user)} className="size-full" />}
        {...form.fileField()}
      />
    </fieldset>
  )
}

export const SeatNumberField = ({ form }: { form: UserForm }) => {
  const words = useWords(userFormsEn).form
  const { seats } = useHall()
  return (
    <TextField label={words.seatNumber} hint={words.seatHint(seats)} inputMode="numeric" autoComplete="off" {...form.field('seatNumber')} />
  )
}

export const SlotField = ({ form }: { form: UserForm }) => {
  const words = useWords(userFormsEn).form
  const { slot } = form.values
  // An archived shift is offered only to those who have it.
  const shifts = useShifts().filter(({ key, isArchived }) => !isArchived || key === slot)
  return (
    <SelectField
      label={words.slot}
      placeholder={words.noSlot}
      options={shifts.map((shift) => ({ value: shift.key, label: words.slotChoice(shift.name, shift, shift.monthlyFee) }))}
      {...form.field('slot')}
    />
  )
}

const useUsualFee = (form: UserForm): number => {
  const { monthlyFee, slotFees } = useHall()
  return slotFees[String(form.values.slot)] ?? monthlyFee
}

/** Only for staff who may agree on another fee. */
export const MonthlyFeeField = ({ form }: { form: UserForm }) => {
  const words = useWords(userFormsEn).form
  const usual = useUsualFee(form)
  if (useRefusal('managersConcede')) return null
  return (
    <TextField
      label={words.monthlyFee}
      hint={words.monthlyFeeHint(usual)}
      inputMode="decimal"
      autoComplete="off"
      {...form.field('monthlyFee')}
    />
  )
}

/** Asks for a reason once a student pays another fee than others, or has already paid. `stored` is the fee they pay so far. */
export const ConcessionReason = ({ form, stored = null }: { form: UserForm; stored?: number | null }) => {
  const words = useWords(userFormsEn).form
  const usual = useUsualFee(form)
  const typed = String(form.values.monthlyFee ?? '').trim()
  const isOther = typed !== '' && Number(typed) !== usual && Number(typed) !== stored
  if (!isOther && !form.values.paidUpTo) return null
  return <ReasonField reasons={words.reasons} other={words.otherReason} label={words.reason} isRequired {...form.field('reason')} />
}
