import type { FormEvent } from 'react'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.ts'
import type { FormState } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { roomsApi } from '../rooms.contract.ts'
import { roomsEn } from '../rooms.en.ts'

/** Who gets which seat. */
export type Assigned = { seatNumber: number; name: string }

/** Returns the seats for women. Without a reply nothing is asked: the change then has no network either. */
const seatsForWomen = async (): Promise<ReadonlySet<number>> => {
  try {
    const { seats } = await call(roomsApi.list)
    return new Set(seats.filter(({ tags }) => tags.includes('women')).map(({ seatNumber }) => seatNumber))
  } catch {
    return new Set()
  }
}

/** Returns a function that asks whether a student may have a seat for women. No gender is stored, so only the clerk can answer. */
export const useConfirmWomenSeat = () => {
  const { title, text, confirm: yes } = useWords(roomsEn).women
  return (name: string): Promise<boolean> => confirm({ title, text: text(name), confirm: yes })
}

/** Returns a function that asks this for each seat for women among those to be assigned. */
export const useConfirmWomenSeats = () => {
  const confirmSeat = useConfirmWomenSeat()
  return async (assigned: readonly Assigned[]): Promise<boolean> => {
    if (assigned.length === 0) return true
    const forWomen = await seatsForWomen()
    for (const { seatNumber, name } of assigned) if (forWomen.has(seatNumber) && !(await confirmSeat(name))) return false
    return true
  }
}

/** Returns a form that is sent after a confirmation; without one it stays open. */
export const withConfirmation = <F extends FormState>(form: F, confirmed: () => Promise<boolean>): F => {
  const onSubmit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (await confirmed()) await form.props.onSubmit()
  }
  return { ...form, props: { ...form.props, onSubmit } }
}
