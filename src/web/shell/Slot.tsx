import { Component, type ReactNode, Suspense } from 'react'
import { NotLoaded, type Screen } from './screen.ts'

type QuietProps = { children: ReactNode; instead: ReactNode }

/** After how many milliseconds code that did not arrive is asked for again; later only when there is a network again. */
const waits = [3_000, 10_000, 30_000, 60_000]

/** Shows something else where its part fails, and the part after all when its code arrives at a later try. */
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
type SlotProps<P extends object> = {
  screen: Screen<P> | undefined
  /** What stands there as long as the screen does not, or where its code did not arrive. */
  instead?: ReactNode
} & P

/** A place that a feature fills: it takes no room until it has something to show, and what goes wrong in it takes nothing else away. */
export const Slot = <P extends object>({ screen, instead = null, ...props }: SlotProps<P>) =>
  screen ? (
    <Quiet instead={instead}>
      <Suspense fallback={instead}>
        <screen.Component {...(props as unknown as P)} />
      </Suspense>
    </Quiet>
  ) : (
    instead
  )
