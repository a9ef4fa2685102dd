import { type Actor, type Role, roles } from '#contract/actor.ts'
import { useSession } from '#web/api/session.ts'
import { shellEn } from '#web/shell/shell.en.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { Slot, userErrors, usersApi } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { userPolicy } from '../users.policy.ts'
import { useCreateUser } from './users.queries.ts'

/** What only students have; emptied as soon as another role is chosen. */
const studentFields = ['phone', 'dob', 'dateJoinedLibrary', 'slot', 'seatNumber'] as const

const useCreateUserForm = (onClose: () => void) => {
  const words = useWords(usersEn)
  const create = useCreateUser()
  return useForm(usersApi.create, {
    initial: { name: '', email: '', password: '', role: 'student' },
    send: ({ body }) => create.mutateAsync({ body }),
    failure: words.saveFailed,
    check: ({ seatNumber, slot }): Record<string, string> => (seatNumber && !slot ? { slot: userErrors.seatWithoutSlot.message } : {}),
    onDone: () => {
      toast.success(words.saved)
      onClose()
    },
  })
}
type CreateUserForm = ReturnType<typeof useCreateUserForm>

const columns = 'grid gap-4 md:grid-cols-2'

export const CreateUserDialog = ({ onClose }: { onClose: () => void }) => {
  const words = useWords(usersEn).form
  const form = useCreateUserForm(onClose)
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <div className={columns}>
        <TextField label={words.name} autoComplete="off" autoFocus isRequired {...form.field('name')} />
        <RoleField form={form} />
        <TextField label={words.email} type="email" inputMode="email" autoComplete="off" isRequired {...form.field('email')} />
        <PasswordField
          label={words.password}
          hint={words.passwordHint}
          autoComplete="new-password"
          isRequired
          {...form.field('password')}
        />
        <DateField
          label={words.terminationDate}
          hint={words.terminationHint}
          {...form.field('terminationDate')}
          className="md:col-span-2"
        />
      </div>
      {form.values.role === 'student' && <StudentFields form={form} />}
    </FormDialog>
  )
}

const RoleField = ({ form }: { form: CreateUserForm }) => {
  const words = useWords(usersEn).form
  const names = useWords(shellEn).roles
  const me: Actor | undefined = useSession()?.user
  const choices: Role[] = me ? roles.filter((role) => !userPolicy.whyNotCreate(me, role)) : []
  const choose = (role: string) => {
    form.set('role', role)
    if (role !== 'student') for (const name of studentFields) form.set(name, '')
  }
  return (
    <SelectField
      label={words.role}
      isRequired
      options={choices.map((role) => ({ value: role, label: names[role] }))}
      {...form.field('role')}
      onChange={choose}
    />
  )
}

const StudentFields = ({ form }: { form: CreateUserForm }) => {
  const words = useWords(usersEn).form
  return (
    <fieldset>
      <legend className="mb-3 font-semibold">{words.student}</legend>
      <div className="grid gap-4 md:grid-cols-3">
        <TextField label={words.phone} type="tel" inputMode="tel" autoComplete="off" {...form.field('phone')} />
        <DateField label={words.dob} {...form.field('dob')} />
        <DateField label={words.dateJoinedLibrary} {...form.field('dateJoinedLibrary')} />
        <SelectField
          label={words.slot}
          placeholder={words.noSlot}
          options={Slot.options.map((slot) => ({ value: slot, label: words.slots[slot] }))}
          {...form.field('slot')}
        />
        <TextField label={words.seatNumber} hint={words.seatHint} inputMode="numeric" autoComplete="off" {...form.field('seatNumber')} />
      </div>
    </fieldset>
  )
}
