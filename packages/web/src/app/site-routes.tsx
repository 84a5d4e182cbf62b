import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { page, type Page } from '#lib/navigation/page.tsx';
import { PageSpinner } from '#ui/feedback/spinner.tsx';
import { Either, Root, VisitorOnly } from './guards.tsx';
import { OpenOrMember } from './open-or-member.tsx';

// Every page is its own chunk, named after its file: one line here, one <Route> below.
const Providers = page(() => import('./providers.tsx').then((file) => file.Providers));
const MemberFrame = page(() => import('./frame/member-frame.tsx').then((file) => file.MemberFrame));
const VisitorFrame = page(() =>
  import('./frame/visitor-frame.tsx').then((file) => file.VisitorFrame),
);
const TestPage = page(() => import('./pages/test-page.tsx').then((file) => file.TestPage));
const Register = page(() => import('./pages/register.tsx').then((file) => file.Register));
const Login = page(() => import('./pages/login.tsx').then((file) => file.Login));
const NotActivated = page(() =>
  import('./pages/not-activated.tsx').then((file) => file.NotActivated),
);
const ConfirmEmail = page(() =>
  import('./pages/confirm-email.tsx').then((file) => file.ConfirmEmail),
);
const Activate = page(() => import('./pages/activate.tsx').then((file) => file.Activate));
const ForgotPassword = page(() =>
  import('./pages/forgot-password.tsx').then((file) => file.ForgotPassword),
);
const ReturnPassword = page(() =>
  import('./pages/return-password.tsx').then((file) => file.ReturnPassword),
);
const Users = page(() => import('./pages/users.tsx').then((file) => file.Users));
const Friends = page(() => import('./pages/friends.tsx').then((file) => file.Friends));
const Notifications = page(() =>
  import('./pages/notifications.tsx').then((file) => file.Notifications),
);
const Home = page(() => import('./pages/home.tsx').then((file) => file.Home));
const User = page(() => import('./pages/user.tsx').then((file) => file.User));
const My = page(() => import('./pages/user.tsx').then((file) => file.My));
const EditProfile = page(() => import('./pages/editprofile.tsx').then((file) => file.EditProfile));
const CreatePost = page(() => import('./pages/createpost.tsx').then((file) => file.CreatePost));
const UserPost = page(() => import('./pages/userpost.tsx').then((file) => file.UserPost));
const Photos = page(() => import('./pages/photos.tsx').then((file) => file.Photos));
const CreateFoto = page(() => import('./pages/createfoto.tsx').then((file) => file.CreateFoto));
const UserPhoto = page(() => import('./pages/userphoto.tsx').then((file) => file.UserPhoto));
const Messages = page(() => import('./pages/messages.tsx').then((file) => file.Messages));
const CreateChat = page(() => import('./pages/createchat.tsx').then((file) => file.CreateChat));
const Cloud = page(() => import('./pages/cloud.tsx').then((file) => file.Cloud));
const CloudFile = page(() => import('./pages/cloud-file.tsx').then((file) => file.CloudFile));
const Goodbye = page(() => import('./pages/goodbye.tsx').then((file) => file.Goodbye));
const Subscribes = page(() => import('./pages/subscribes.tsx').then((file) => file.Subscribes));
const Communities = page(() => import('./pages/publics.tsx').then((file) => file.Communities));
const CreateCommunity = page(() =>
  import('./pages/createpublic.tsx').then((file) => file.CreateCommunity),
);
const CommunityPage = page(() => import('./pages/public.tsx').then((file) => file.CommunityPage));
const EditCommunityPage = page(() =>
  import('./pages/editpublic.tsx').then((file) => file.EditCommunityPage),
);
const CreateCommunityPost = page(() =>
  import('./pages/createpublicpost.tsx').then((file) => file.CreateCommunityPost),
);
const CommunityNotifications = page(() =>
  import('./pages/publicnotifications.tsx').then((file) => file.CommunityNotifications),
);
const CommunityPost = page(() =>
  import('./pages/publicpost.tsx').then((file) => file.CommunityPost),
);
const GamePages = page(() => import('./pages/game-pages.tsx').then((file) => file.GamePages));
const VideoHost = page(() => import('./pages/videohost.tsx').then((file) => file.VideoHost));
const Events = page(() => import('./pages/events.tsx').then((file) => file.Events));
const Admin = page(() => import('./pages/admin.tsx').then((file) => file.Admin));
const Board = page(() => import('./pages/board.tsx').then((file) => file.Board));
const Promos = page(() => import('./pages/promos.tsx').then((file) => file.Promos));
const Stickers = page(() => import('./pages/stickers.tsx').then((file) => file.Stickers));
const Services = page(() => import('./pages/services.tsx').then((file) => file.Services));
const Support = page(() => import('./pages/support.tsx').then((file) => file.Support));
const Portfolio = page(() => import('./pages/portfolio.tsx').then((file) => file.Portfolio));
const Share = page(() => import('./pages/messages.tsx').then((file) => file.Share));
const Bookmarks = page(() => import('./pages/bookmarks.tsx').then((file) => file.Bookmarks));
const Search = page(() => import('./pages/search.tsx').then((file) => file.Search));
const Settings = page(() => import('./pages/settings.tsx').then((file) => file.Settings));

const prefetchHome = () => import('./pages/home.tsx').then((file) => file.prefetchHome());
/**
 * The pages where a visit starts, by the first part of their address. All files of such a page are
 * requested at once, instead of one chunk after another.
 */
const MEMBERS_FIRST: Record<string, Page> = {
  '': Home,
  home: Home,
  user: User,
  messages: Messages,
  chat: Messages,
  notifications: Notifications,
  users: Users,
  friends: Friends,
  cloud: Cloud,
  publics: Communities,
  games: GamePages,
};
const VISITORS_FIRST: Record<string, Page> = {
  login: Login,
  register: Register,
  'forgot-password': ForgotPassword,
  store: GamePages,
};
/** Loads what the first page at an address needs. Rejects if a file fails to load. */
export function preloadFirst(path: string, isMember: boolean): Promise<unknown> {
  const first = (isMember ? MEMBERS_FIRST : VISITORS_FIRST)[path.split('/')[1]!];
  if (!isMember && first === undefined) return Promise.resolve();
  const chunks = [Providers, isMember ? MemberFrame : VisitorFrame, first];
  return Promise.all([
    ...chunks.map((one) => one?.preload()),
    first === Home ? prefetchHome() : undefined,
  ]);
}

const GAMES = ['games', 'apps', 'app/:id', 'create-app', 'update-app/:id', 'update-game/:id'];

/** Every page but the landing. */
export function SiteRoutes() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Routes>
        <Route element={<Providers />}>
          <Route element={<VisitorFrame />}>
            <Route element={<VisitorOnly />}>
              <Route path="/register" element={<Register />} />
              <Route path="/login" element={<Login />} />
              <Route path="/goodbye" element={<Goodbye />} />
            </Route>
            <Route path="/notactivated" element={<NotActivated />} />
            <Route path="/activate/:link" element={<Activate />} />
            <Route path="/confirm-email/:link" element={<ConfirmEmail />} />
            <Route path="/forgot-password" element={<ForgotPassword />} />
            <Route path="/return-password/:id/:link" element={<ReturnPassword />} />
          </Route>
          <Route element={<Either member={<MemberFrame />} visitor={<VisitorFrame />} />}>
            <Route path="/support" element={<Support />} />
            <Route path="/portfolio" element={<Portfolio />} />
            <Route path="/cloud/file/:id" element={<CloudFile />} />
            <Route path="/store/:id?" element={<GamePages />} />
          </Route>
          <Route path="/test-page/*" element={<TestPage />} />

          <Route element={<OpenOrMember />}>
            <Route element={<MemberFrame />}>
              <Route path="/home" element={<Home />} />
              <Route path="/bookmarks" element={<Bookmarks />} />
              <Route path="/search" element={<Search />} />
              <Route path="/user/:id" element={<User />} />
              <Route path="/my/:id" element={<My />} />
              <Route path="/editprofile" element={<EditProfile />} />
              <Route path="/createpost" element={<CreatePost />} />
              <Route path="/userpost/:id" element={<UserPost />} />
              <Route path="/photos/:id" element={<Photos />} />
              <Route path="/createfoto" element={<CreateFoto />} />
              <Route path="/userphoto/:id" element={<UserPhoto />} />
              <Route path="/messages" element={<Messages />} />
              <Route path="/messages/:id" element={<Messages />} />
              <Route path="/chat/:id" element={<Messages />} />
              <Route path="/createchat" element={<CreateChat />} />
              <Route path="/cloud" element={<Cloud />} />
              <Route path="/users" element={<Users />} />
              <Route path="/friends/:id" element={<Friends />} />
              <Route path="/subscribes/:id" element={<Subscribes />} />
              <Route path="/publics" element={<Communities />} />
              <Route path="/createpublic" element={<CreateCommunity />} />
              <Route path="/public/:id" element={<CommunityPage />} />
              <Route path="/editpublic/:id" element={<EditCommunityPage />} />
              <Route path="/createpublicpost/:id" element={<CreateCommunityPost />} />
              <Route path="/publicnotifications/:id" element={<CommunityNotifications />} />
              <Route path="/publicpost/:id" element={<CommunityPost />} />
              {GAMES.map((path) => (
                <Route key={path} path={path} element={<GamePages />} />
              ))}
              <Route path="/videohost/*" element={<VideoHost />} />
              <Route path="/video/:id" element={<VideoHost />} />
              <Route path="/ad/*" element={<Board />} />
              <Route path="/innerad/*" element={<Promos />} />
              <Route path="/deleteprofile" element={<Settings />} />
              <Route path="/notifications" element={<Notifications />} />
              <Route path="/events" element={<Events />} />
              <Route path="/admin/*" element={<Admin />} />
              <Route path="/stickers/:id?" element={<Stickers />} />
              <Route path="/services" element={<Services />} />
              <Route path="/share" element={<Share />} />
              <Route path="/settings/*" element={<Settings />} />
            </Route>
          </Route>
        </Route>

        <Route path="*" element={<Root />} />
      </Routes>
    </Suspense>
  );
}
