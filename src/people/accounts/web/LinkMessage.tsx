import { ButtonLink } from '#web/ui/Button.tsx'
import { useDocumentTitle } from '#web/ui/useDocumentTitle.ts'
import { OpenPage } from './OpenPage.tsx'

type LinkMessageProps = { title: string; text: string; toLogin: string }

/** The message of a one-time link instead of its form: the link is invalid, or everything is done. */
export const LinkMessage = ({ title, text, toLogin }: LinkMessageProps) => {
  useDocumentTitle(title)
  return (
    <OpenPage title={title} text={text}>
      <ButtonLink to="/login" variant="primary">
        {toLogin}
      </ButtonLink>
    </OpenPage>
  )
}
