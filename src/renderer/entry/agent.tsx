import { createAgentHost } from '../lib/bridge/agent-host.ts';
import { renderApp } from './render-app.tsx';

renderApp(createAgentHost());
