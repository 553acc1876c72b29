import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

const Now = createContext(0);

/** Gives everything inside the time, each second while the page can be seen. */
export const NowProvider: typeof Now.Provider = Now.Provider;

/** The time that the page shows, Unix milliseconds: one for all of it. */
export function useNow(): number {
  return useContext(Now);
}

/** The daemon's time, each second: a browser's clock may be another. */
export function useClock(aheadMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') {
        setNowMs(Date.now());
      }
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  return nowMs + aheadMs;
}
