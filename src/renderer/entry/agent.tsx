import { createAgentHost } from '../lib/bridge/agent-host.ts';
import { findSession, forgetSession } from '../lib/bridge/agent-session.ts';
import { renderApp, renderSignedOut } from './render-app.tsx';

const session = await findSession();
if (session === null) {
  renderSignedOut();
} else {
  const remove = renderApp(createAgentHost(session, onSignedOut));
  let isOver = false;

  // In place, and not by loading the page again: that would break off the address a person opens in this tab
  // to sign in.
  function onSignedOut(): void {
    if (isOver) return;
    isOver = true;
    forgetSession();
    remove();
    renderSignedOut();
  }
}
