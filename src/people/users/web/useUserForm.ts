import { useRef, useState } from 'react'
import type { Role } from '#contract/actor.ts'
import type { Slot } from '#contract/terms.ts'
import { type Assigned, useConfirmWomenSeats, withConfirmation } from '#people/rooms/web/confirmWomenSeat.ts'
import { useHall } from '#system/customization/web/customization.queries.ts'
import { today } from '#web/api/timeZone.ts'
import { pictureProblem } from '#web/ui/pictureFile.ts'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { type NewUser, type User, type UserChange, usersApi } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { userErrors } from '../users.errors.contract.ts'
import { userFormsEn } from '../users.forms.en.ts'
import { extendedBy } from './lastDay.ts'
import { madePassword } from './madePassword.ts'
import { useCreateUser, useUpdateTermination, useUpdateUser } from './users.queries.ts'

/** Values for a new student added on a free place of the seat map, and a warning if another person loses the seat. */
export type SeatChoice = { seatNumber: number; slot: Slot; notice?: string }

type Filled = { seatNumber?: string | boolean; slot?: string | boolean }

/** `kept` is the current seat of the person: the hall may have fewer seats since their account ended. */
const useCheck = (kept: number | null = null) => {
  const words = useWords(userFormsEn).form
  const { seats } = useHall()
  const isSeat = (number: number): boolean => (number >= 1 && number <= seats) || number === kept
  return ({ seatNumber, slot }: Filled, file: File | null): Record<string, string | undefined> => ({
    slot: seatNumber && !slot ? userErrors.seatWithoutSlot.message : undefined,
    seatNumber: seatNumber && !isSeat(Number(seatNumber)) ? words.seatRange(seats) : undefined,
    profilePicture: pictureProblem(file, words.notPicture),
  })
}

/** Returns who gets which other seat by a form, if anybody does. */
const assignedBy = (
  { name, role, seatNumber }: Pick<CreateForm['values'], 'name' | 'role' | 'seatNumber'>,
  before: number | null,
): Assigned[] => {
  const seat = role === 'student' ? Number(seatNumber || 0) : 0
  return seat > 0 && seat !== before ? [{ seatNumber: seat, name: String(name).trim() }] : []
}

/** A person with a new password, which is known only while it is shown. */
export type NewAccess = {
  user: User
  password: string
  /** True if the person was just added. */
  isNew?: boolean
  /** True if nothing indicates that the first month is already paid. */
  proposesMonth?: boolean
}
type OnReady = (access: NewAccess) => void

/** A new student is at the counter: a password and a last day are proposed and can be changed. */
const proposedFor = (seat: SeatChoice | undefined) => ({
  ...(seat && { seatNumber: String(seat.seatNumber), slot: seat.slot }),
  password: madePassword(),
  dateJoinedLibrary: today(),
  terminationDate: extendedBy(1, null, today()),
})

export const useCreateUserForm = (onReady: OnReady, seat?: SeatChoice) => {
  const words = useWords(usersEn)
  const create = useCreateUser()
  const confirmSeats = useConfirmWomenSeats()
  const [proposed] = useState(() => proposedFor(seat))
  const form: CreateForm = useForm(usersApi.create, {
    initial: { name: '', email: '', role: 'student', ...proposed },
    send: (filled) => create.mutateAsync(filled),
    failure: words.saveFailed,
    check: useCheck(),
    onDone: (user) => {
      toast.success(words.saved)
      onReady({ user, password: String(form.values.password), isNew: true, proposesMonth: !form.values.paidUpTo })
    },
  })
  return withConfirmation(form, () => confirmSeats(assignedBy(form.values, null)))
}
type CreateForm = ReturnType<typeof useForm<typeof usersApi.create>>
export type CreateUserForm = CreateForm
type Shared = Extract<keyof NewUser, keyof UserChange>
/** The common part of the forms for new and existing accounts. */
export type UserForm = Pick<CreateForm, 'fileField'> & {
  values: Pick<CreateForm['values'], Shared | 'paidUpTo'>
  set: (name: Shared, value: string | boolean) => void
  field: (name: Shared) => ReturnType<CreateForm['field']>
}

const filledFrom = ({ name, email, role, terminationDate, phone, dob, dateJoinedLibrary, slot, seatNumber, monthlyFee }: User) => ({
  name,
  email: email ?? '',
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
  const confirmSeats = useConfirmWomenSeats()
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
  return withConfirmation(form, () => confirmSeats(assignedBy(form.values, user.seatNumber)))
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

/** Fields that only students have. */
const studentFields = ['dob', 'dateJoinedLibrary', 'slot', 'seatNumber', 'monthlyFee'] as const

/**
 * Chooses a role: fields of students, and `more`, are cleared for the others, and restored with the role. The last day that is
 * proposed for a new student does not apply to anyone else.
 */
export const useChooseRole = (form: UserForm, more: readonly 'terminationDate'[] = []) => {
  const kept = useRef<Partial<Record<Shared, string | boolean>>>({})
  const ofStudents: readonly Shared[] = [...studentFields, ...more]
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
