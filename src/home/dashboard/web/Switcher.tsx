import { FileText } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { TextField } from 'react-aria-components/TextField'
import { useNavigate } from 'react-router'
import { may } from '#contract/endpoint.ts'
import { facts } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { linkToDocument } from '#library/reading/web/openDocument.ts'
import { type User, usersApi } from '#people/users/users.contract.ts'
import { readablePhone } from '#people/users/web/phone.ts'
import { linkToPerson } from '#people/users/web/useOpenPerson.ts'
import type { Page, SwitcherProps } from '#web/shell/page.ts'
import { shellEn } from '#web/shell/shell.en.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Email } from '#web/ui/Email.tsx'
import { inputStyle } from '#web/ui/Field.tsx'
import { useRested } from '#web/ui/useRested.ts'
import { errorText, useWords } from '#web/words.ts'
import { homeEn } from '../home.en.ts'
import { useFound } from './switcher.queries.ts'

/** `id` is the address that it leads to, `state` what goes there with it. */
type Result = { id: string; state?: object; name: string; detail?: ReactNode; picture: ReactNode }
type Group = { name: string; results: Result[] }

const iconStyle = 'size-5 shrink-0 text-muted'

const usePagesNamed = (pages: readonly Page[], query: string): Result[] => {
  const names = useWords(shellEn).menu
  const wanted = query.toLowerCase()
  return pages.flatMap(({ path, entry }) => {
    if (!entry || !names[entry.word].toLowerCase().includes(wanted)) return []
    return [{ id: path, name: names[entry.word], picture: <entry.Icon className={iconStyle} /> }]
  })
}

/** Pages at once, documents and people as they are found. */
const useResults = (query: string, { pages, user }: SwitcherProps) => {
  const words = useWords(homeEn).switcher
  const { documents, people, ...state } = useFound(query, user)
  const groups: Group[] = [
    { name: words.pages, results: usePagesNamed(pages, query) },
    {
      name: words.documents,
      results: documents.map((document) => {
        const { to, state } = linkToDocument(document)
        const detail = document.category?.name
        return { id: to, state, name: document.title, ...(detail && { detail }), picture: <FileText className={iconStyle} /> }
      }),
    },
    {
      name: words.people,
      results: people.map((person) => {
        const { _id, name, email, profilePictureUrl } = person
        const { to, state } = linkToPerson(_id)
        return {
          id: to,
          state,
          name: name || email,
          detail: <Where {...person} />,
          picture: <Avatar id={_id} name={name || email} src={profilePictureUrl} className="size-8" />,
        }
      }),
    },
  ]
  return { ...state, groups: groups.filter(({ results }) => results.length > 0) }
}

/** What tells two people of one name apart, and is asked for most: seat and phone, or the email address of who has neither. */
const Where = ({ seatNumber, phone, email }: User) => {
  const words = useWords(homeEn).switcher
  const found = [...(seatNumber === null ? [] : [words.seat(seatNumber)]), ...(phone === null ? [] : [readablePhone(phone)])]
  return found.length > 0 ? facts(...found) : <Email address={email} />
}

/**
 * Mouse and keyboard move one and the same mark. The list box knows how, and its type does not say so. Until the mouse
 * has moved, what comes up beneath it is not marked, or Enter would go there.
 */
const useHoverMoves = (): { shouldFocusOnHover: boolean } => {
  const [hasMoved, setMoved] = useState(false)
  useEffect(() => {
    const onMove = () => setMoved(true)
    window.addEventListener('pointermove', onMove, { once: true })
    return () => window.removeEventListener('pointermove', onMove)
  }, [])
  return { shouldFocusOnHover: hasMoved }
}

/** What a few letters find among pages, documents and people; Enter goes there. */
export const Switcher = (props: SwitcherProps) => {
  const words = useWords(homeEn).switcher
  const [text, setText] = useState('')
  const query = useRested(text.trim())
  const { groups, isSearching, failed } = useResults(query, props)
  const hoverMoves = useHoverMoves()
  const navigate = useNavigate()
  const label = may(usersApi.list, props.user) ? words.search : words.searchWithoutPeople
  const go = (address: string) => {
    props.onClose()
    const chosen = groups.flatMap(({ results }) => results).find(({ id }) => id === address)
    navigate(address, { state: chosen?.state })
  }
  const state = failed ? errorText(failed, words.failed) : isSearching ? words.searching : groups.length === 0 ? words.nothing(query) : ''
  return (
    <Dialog title={words.title} isOpen onClose={props.onClose} hasOneHeight>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <div className="sticky -top-1 z-10 -mt-1 bg-surface pt-1">
          {/* A search field would take the first Escape to empty itself, and only the second would close. */}
          <TextField type="search" aria-label={label} autoFocus>
            <Input placeholder={label} maxLength={limits.search} className={`${inputStyle} [&::-webkit-search-cancel-button]:hidden`} />
          </TextField>
          <p role="status" className="min-h-9 py-2 text-muted text-sm wrap-anywhere">
            {state}
          </p>
        </div>
        <ListBox aria-label={words.results} items={groups} onAction={(key) => go(String(key))} {...hoverMoves} className="outline-none">
          {({ name, results }) => (
            <ListBoxSection id={name} className="mb-3">
              <Header className="px-3 py-1 font-medium text-muted text-sm">{name}</Header>
              {results.map((result) => (
                <ResultItem key={result.id} {...result} />
              ))}
            </ListBoxSection>
          )}
        </ListBox>
      </Autocomplete>
    </Dialog>
  )
}

const ResultItem = ({ id, name, detail, picture }: Result) => (
  <ListBoxItem
    id={id}
    textValue={name}
    // The arrow keys bring it out from below the field.
    className="flex min-h-11 scroll-mt-32 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 outline-none data-[focused]:bg-hover"
  >
    {picture}
    <span className="min-w-0 flex-1">
      <span dir="auto" className="block wrap-anywhere">
        {name}
      </span>
      {detail && (
        <span dir="auto" className="block text-muted text-sm wrap-anywhere">
          {detail}
        </span>
      )}
    </span>
  </ListBoxItem>
)
