import { useRef } from 'react'
import type { Role } from '#contract/actor.ts'
import { useHall } from '#features/customization/web/customization.queries.ts'
import { pictureProblem } from '#web/ui/pictureFile.ts'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { type NewUser, type Slot, type User, type UserChange, userErrors, usersApi } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { useCreateUser, useUpdateTermination, useUpdateUser } from './users.queries.ts'

/** What a new student gets by being added at a free place of the seat map. */
export type SeatChoice = { seatNumber: number; slot: Slot }

type Filled = { seatNumber?: string | boolean; slot?: string | boolean }

/** `kept` is the seat that somebody has already: it may have gone from the hall after their account was over. */
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

export const useCreateUserForm = (onClose: () => void, seat?: SeatChoice) => {
  const words = useWords(usersEn)
  const create = useCreateUser()
  return useForm(usersApi.create, {
    initial: {
      name: '',
      email: '',
      password: '',
      role: 'student',
      ...(seat && { seatNumber: String(seat.seatNumber), slot: seat.slot }),
    },
    send: (filled) => create.mutateAsync(filled),
    failure: words.saveFailed,
    check: useCheck(),
    onDone: () => {
      toast.success(words.saved)
      onClose()
    },
  })
}
type CreateForm = ReturnType<typeof useCreateUserForm>
type Shared = Extract<keyof NewUser, keyof UserChange>
/** What the form of a new account and that of an existing one have alike. */
export type UserForm = Pick<CreateForm, 'fileField'> & {
  values: Pick<CreateForm['values'], Shared>
  set: (name: Shared, value: string | boolean) => void
  field: (name: Shared) => ReturnType<CreateForm['field']>
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
  removePicture: false,
  chargeGap: false,
})

export const useEditUserForm = (user: User, onClose: () => void) => {
  const words = useWords(usersEn)
  const update = useUpdateUser()
  return useForm(usersApi.update, {
    initial: filledFrom(user),
    sends: 'changes',
    send: (filled) => update.mutateAsync({ params: { id: user._id }, ...filled }),
    failure: words.saveFailed,
    check: useCheck(user.seatNumber),
    onDone: () => {
      toast.success(words.changed)
      onClose()
    },
  })
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
  const kept = useRef<Partial<Record<(typeof studentFields)[number], string | boolean>>>({})
  return (role: string) => {
    const was = form.values.role as Role
    form.set('role', role)
    if (was === 'student') {
      for (const name of studentFields) {
        kept.current[name] = form.values[name] ?? ''
        form.set(name, '')
      }
      form.fileField().onChange(null)
    }
    if (role === 'student') for (const name of studentFields) form.set(name, kept.current[name] ?? '')
  }
}
