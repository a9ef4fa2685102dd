import { Component, type ReactNode, Suspense } from 'react'
import { NotLoaded, type Screen } from './screen.ts'

type QuietProps = { children: ReactNode; instead: ReactNode }

/** Delays in milliseconds between attempts to load missing code; after them only when there is a network again. */
const waits = [3_000, 10_000, 30_000, 60_000]

/** Shows `instead` if its part fails, and the part once a later attempt loads its code. */
class Quiet extends Component<QuietProps, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })

  #tries = 0
  #isGone = false
  #stopWaiting = () => {}

  override componentDidMount() {
    this.#isGone = false
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof NotLoaded) this.#tryLater(error)
  }

  override componentWillUnmount() {
    this.#isGone = true
    this.#stopWaiting()
  }

  #tryLater({ retry }: NotLoaded) {
    const tryNow = () => {
      this.#stopWaiting()
      retry().then(
        () => this.#isGone || this.setState({ failed: false }),
        (error: unknown) => this.#isGone || (error instanceof NotLoaded && this.#tryLater(error)),
      )
    }
    const wait = waits[this.#tries++]
    const timer = wait === undefined ? undefined : setTimeout(tryNow, wait)
    window.addEventListener('online', tryNow)
    this.#stopWaiting = () => {
      clearTimeout(timer)
      window.removeEventListener('online', tryNow)
    }
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
type EmbedProps<P extends object> = {
  screen: Screen<P> | undefined
  /** Shown while the screen is not there, or if its code cannot be loaded. */
  instead?: ReactNode
} & P

/** Embeds a screen, usually one of a feature: it takes no room until it has something to show, and its failure affects nothing else. */
export const Embed = <P extends object>({ screen, instead = null, ...props }: EmbedProps<P>) =>
  screen ? (
    <Quiet instead={instead}>
      <Suspense fallback={instead}>
        <screen.Component {...(props as unknown as P)} />
      </Suspense>
    </Quiet>
  ) : (
    instead
  )
