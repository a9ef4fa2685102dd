import { useState } from 'react'
import { shownName } from '#contract/shownName.ts'
import { type User, usersApi } from '#people/users/users.contract.ts'
import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { usePages } from '#web/api/queryClient.ts'
import { SearchList } from '#web/ui/SearchList.tsx'
import { useRested } from '#web/ui/useRested.ts'
import { errorText, useWords } from '#web/words.ts'
import { seatsEn } from '../seats.en.ts'

type Props = { isChoosable: (user: User) => boolean; onChoose: (user: User) => void }

/** Finds one student with a valid account by a few letters of the name, by phone or by seat. */
export const StudentChooser = ({ isChoosable, onChoose }: Props) => {
  const words = useWords(seatsEn).freeSeat
  const nameOf = useShiftName()
  const [text, setText] = useState('')
  const search = useRested(text.trim())
  const query = { limit: '20', role: 'student', status: 'active', ...(search && { search }) } as const
  const students = usePages(usersApi.list, { query }, { keepPrevious: true })
  const found = students.items.filter(isChoosable)
  const state =
    students.error && !students.data ? errorText(students.error, words.failed) : students.data && found.length === 0 && words.none
  return (
    <SearchList
      label={words.search}
      text={text}
      onType={setText}
      state={state}
      list={words.students}
      choices={found.map(({ _id, name, email, seatNumber, seatLabel, slot, phone }) => ({
        id: _id,
        label: shownName({ name, email }),
        detail: words.details(seatLabel ?? seatNumber, slot && nameOf(slot), phone),
      }))}
      onChoose={(id) => {
        const user = found.find(({ _id }) => _id === id)
        if (user) onChoose(user)
      }}
    />
  )
}
