import { useRef, useState } from 'react'
import type { Role } from '#contract/actor.ts'
import { useHall } from '#system/settings/web/customization.queries.ts'
import { today } from '#web/api/timeZone.ts'
import { pictureProblem } from '#web/ui/pictureFile.ts'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { type Half, type NewUser, type Slot, type User, type UserChange, userErrors, usersApi } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { extendedBy } from './lastDay.ts'
import { madePassword } from './madePassword.ts'
import { useCreateUser, useUpdateTermination, useUpdateUser } from './users.queries.ts'

/** What a new student gets by being added at a free place of the seat map, and who loses it by that. */
export type SeatChoice = { seatNumber: number; slot: Slot; keptFor?: Half }

type Filled = { seatNumber?: string | boolean; slot?: string | boolean }

/** `kept` is the seat that someone has already: it may have gone from the hall after their account was over. */
const useCheck = (kept: number | null = null) => {
  const words = useWords(usersEn).form
  const { seats } = useHall()
  const isSeat = (number: number): boolean => (number >= 1 && number <= seats) || number === kept
  return ({ seatNumber, slot }: Filled, file: File | null): Record<string, string | undefined> => ({
    slot: seatNumber && !slot ? userErrors.seatWithoutSlot.message : undefined,
    seatNumber: seatNumber && !isSeat(Number(seatNumber)) ? words.seatRange(seats) : undefined,
    profilePicture: pictureProblem(file, words.notPicture),
  })
}

/** Who has a new password, which is known as long as it is shown. */
export type NewAccess = {
  user: User
  password: string
  /** Someone who was just added. */
  isNew?: boolean
  /** Nothing says that the first month is paid already. */
  proposesMonth?: boolean
}
type OnReady = (access: NewAccess) => void

/** A person who gets a seat on the map stands at the counter: password and last day are there, to be taken or changed. */
const proposedFor = ({ seatNumber, slot }: SeatChoice) => ({
  seatNumber: String(seatNumber),
  slot,
  password: madePassword(),
  terminationDate: extendedBy(1, null, today()),
})

export const useCreateUserForm = (onReady: OnReady, seat?: SeatChoice) => {
  const words = useWords(usersEn)
  const create = useCreateUser()
  const [proposed] = useState(() => seat && proposedFor(seat))
  const form: CreateForm = useForm(usersApi.create, {
    initial: { name: '', email: '', password: '', role: 'student', ...proposed },
    send: (filled) => create.mutateAsync(filled),
    failure: words.saveFailed,
    check: useCheck(),
    onDone: (user) => {
      toast.success(words.saved)
      onReady({ user, password: String(form.values.password), isNew: true, proposesMonth: !form.values.paidUpTo })
    },
  })
  return { ...form, isProposed: proposed !== undefined }
}
type CreateForm = ReturnType<typeof useForm<typeof usersApi.create>>
type Shared = Extract<keyof NewUser, keyof UserChange>
/** What the form of a new account and that of an existing one have alike. */
export type UserForm = Pick<CreateForm, 'fileField'> & {
  values: Pick<CreateForm['values'], Shared | 'paidUpTo'>
  set: (name: Shared, value: string | boolean) => void
  field: (name: Shared) => ReturnType<CreateForm['field']>
  /** A password and the last day of a student were filled in before anybody typed. */
  isProposed?: boolean
}

const filledFrom = ({ name, email, role, terminationDate, phone, dob, dateJoinedLibrary, slot, seatNumber, monthlyFee }: User) => ({
  name,
  email,
  password: '',
  role,
  terminationDate: terminationDate ?? '',
  phone: phone ?? '',
  dob: dob ?? '',
  dateJoinedLibrary: dateJoinedLibrary ?? '',
  slot: slot ?? '',
  seatNumber: seatNumber === null ? '' : String(seatNumber),
  monthlyFee: monthlyFee === null ? '' : String(monthlyFee),
  reason: '',
  removePicture: false,
  chargeGap: false,
})

export const useEditUserForm = (user: User, onClose: () => void, onReady: OnReady) => {
  const words = useWords(usersEn)
  const update = useUpdateUser()
  const form: ReturnType<typeof useForm<typeof usersApi.update>> = useForm(usersApi.update, {
    initial: filledFrom(user),
    sends: 'changes',
    send: (filled) => update.mutateAsync({ params: { id: user._id }, ...filled }),
    failure: words.saveFailed,
    check: useCheck(user.seatNumber),
    onDone: (changed) => {
      toast.success(words.changed)
      const password = String(form.values.password)
      if (password.trim()) onReady({ user: changed, password })
      else onClose()
    },
  })
  return form
}

export const useTerminationForm = ({ _id, terminationDate }: User, onClose: () => void) => {
  const words = useWords(usersEn)
  const update = useUpdateTermination()
  return useForm(usersApi.updateTermination, {
    initial: { terminationDate: terminationDate ?? '' },
    send: ({ body }) => update.mutateAsync({ params: { id: _id }, body }),
    failure: words.saveFailed,
    onDone: () => {
      toast.success(words.changed)
      onClose()
    },
  })
}

/** What only students have. */
const studentFields = ['phone', 'dob', 'dateJoinedLibrary', 'slot', 'seatNumber', 'monthlyFee'] as const

/** Chooses a role: what only students have is emptied for the others, and comes back with the role. */
export const useChooseRole = (form: UserForm) => {
  const kept = useRef<Partial<Record<Shared, string | boolean>>>({})
  // A last day that was proposed for a student is nobody else's.
  const ofStudents: readonly Shared[] = form.isProposed ? [...studentFields, 'terminationDate'] : studentFields
  return (role: string) => {
    const was = form.values.role as Role
    form.set('role', role)
    if (was === 'student') {
      for (const name of ofStudents) {
        kept.current[name] = form.values[name] ?? ''
        form.set(name, '')
      }
      form.fileField().onChange(null)
    }
    if (role === 'student') for (const name of ofStudents) form.set(name, kept.current[name] ?? '')
  }
}
