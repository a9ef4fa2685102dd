import { Embed } from '#web/shell/Embed.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { PictureField } from '#web/ui/PictureField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useWords } from '#web/words.ts'
import { userFormsEn } from '../users.forms.en.ts'
import { JoiningDateField, LastDayField } from './LastDayField.tsx'
import { MoreFields } from './MoreFields.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { OpeningFields } from './OpeningFields.tsx'
import { PhoneField } from './PhoneField.tsx'
import { ConcessionReason, EmailField, MonthlyFeeField, RoleField, SeatNumberField, SlotField } from './UserFields.tsx'
import { useUserSlots } from './userSlots.ts'
import { type CreateUserForm, useChooseRole } from './useUserForm.ts'

type Props = { form: CreateUserForm }

const namesInMore = ['email', 'password', 'role', 'dateJoinedLibrary', 'dob', 'paidUpTo', 'oldDues'] as const

/** What a clerk types for every student; everything else is filled in or optional, and in a part that opens on a press. */
export const NewUserFields = ({ form }: Props) => {
  const words = useWords(userFormsEn).form
  const choose = useChooseRole(form, ['terminationDate'])
  const isStudent = form.values.role === 'student'
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField label={words.name} autoComplete="off" autoFocus isRequired {...form.field('name')} />
        <PhoneField userId={undefined} {...form.field('phone')} />
        {isStudent && <Seat form={form} />}
        <LastDayField from={null} {...form.field('terminationDate')} className="md:col-span-2" />
        {isStudent && <MonthlyFeeField form={form} />}
      </div>
      {isStudent && !form.values.paidUpTo && <ConcessionReason form={form} />}
      <MoreFields names={namesInMore} form={form}>
        <div className="grid gap-4 md:grid-cols-2">
          <EmailField form={form} />
          <NewPasswordField label={words.password} hint={words.passwordHint} isRequired isMade {...form.field('password')} />
          <RoleField form={form} onChoose={choose} />
          {isStudent && <StudentFields form={form} />}
        </div>
        {isStudent && form.values.paidUpTo && <ConcessionReason form={form} />}
        {isStudent && <PictureField label={words.picture} hint={words.pictureHint} shape="round" presentUrl={null} {...form.fileField()} />}
      </MoreFields>
    </>
  )
}

const Seat = ({ form }: Props) => {
  const words = useWords(userFormsEn).form
  const { slotChips } = useUserSlots()
  const seatNumber = String(form.values.seatNumber ?? '')
  return (
    <div className="grid min-w-0 gap-4 md:col-span-2 md:grid-cols-[8rem_1fr]">
      <SeatNumberField form={form} />
      <Embed screen={slotChips} instead={<SlotField form={form} />} label={words.slot} seatNumber={seatNumber} {...form.field('slot')} />
    </div>
  )
}

const StudentFields = ({ form }: Props) => {
  const words = useWords(userFormsEn).form
  return (
    <>
      <JoiningDateField {...form.field('dateJoinedLibrary')} />
      <DateField label={words.dob} {...form.field('dob')} />
      <OpeningFields form={form} />
    </>
  )
}
