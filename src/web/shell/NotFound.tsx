import { useSession } from '../api/session.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { useWords } from '../words.ts'
import { Panel } from './Panel.tsx'
import { shellEn } from './shell.en.ts'
import { startPage } from './startPage.ts'

export const NotFound = () => {
  const words = useWords(shellEn).notFound
  const session = useSession()
  const back = <ButtonLink to={session ? startPage(session.user.role) : '/'}>{words.back}</ButtonLink>
  return <Panel title={words.title} text={words.text} drawing="door" action={back} />
}
