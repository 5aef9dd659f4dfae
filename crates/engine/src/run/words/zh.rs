//! Chinese labels. A deed is a root, with what strengthens it before and what it is done to behind; the same root before
//! 记录 or after 已 names a place or tells what was. Roots, not phrases: new labels are made of the same few roots.

use super::Meaning;
use super::shape::Shape;
use crate::plan::Effect;

/// Roots of two letters and more. They count at the start, after what strengthens them, and at the end.
const ROOTS: [(Effect, &str); 12] = [
    (
        Effect::Pay,
        "收货 支付 付款 付费 付尾款 付定金 付全款 付押金 代付 付清 转账 转出 转入 汇款 打款 充值 充话费 充流量 \
         提现 取现 取款 存入 还款 还清 还钱 缴费 缴纳 缴款 交费 交租 续费 续订 续期 续约 开通 订阅 打赏 赞赏 \
         捐款 捐赠 捐出 募捐 红包 送礼 赠送 捐助 买断 代充 换购 开卡 扣款 扣费 转给 加注 押注 追加 解锁 买单 \
         结清 买入 卖出 申购 赎回 定投 投资 借款 借钱 贷款 兑换 认购 出价 竞拍 竞价 下注 投注 质押 结汇 购汇 \
         刷卡 收款 众筹 理财 分期 提款 退保 投保",
    ),
    (
        Effect::Order,
        "购买 抢购 秒杀 下单 结算 结账 预订 预定 预约 预购 挂号 订购 订座 订餐 订票 订房 订位 购票 购入 抢票 \
         拼单 拼团 团购 参团 开团 提交订单 报名 租借 租用 租车 租赁 叫车 叫代驾 约车 打车 用车 退款 \
         退货 换货 退换 来一单 一单 点餐 寄件 寄快递 寄出 取号 排号 约课 约拍 试驾 改签 退票 抢单 接单 加价 \
         入住 选座 确认订单 选购 囤货 拍下",
    ),
    (
        Effect::SignIn,
        "登录 登陆 登入 注册 绑定 绑卡 换绑 实名 认证 验证 切换账号 切换账户 人脸识别 开户 添加银行卡 \
         获取验证码 获取短信",
    ),
    (
        Effect::Grant,
        "允许 授权 信任 激活 启用 开启 同意 接受 许可 放行 配对 连接 加入网络 添加指纹 录入指纹 录入人脸 \
         设为默认 无障碍 打开权限 打开定位 打开通知 赋予 给予权限 授予 准许 加入设备 投屏 共享屏幕 \
         打开无障碍 仅限这一次 仅此一次 仅在使用 仅使用",
    ),
    (Effect::Install, "安装 卸载 更新 升级 下载 获取 重启 关机 刷机 重装"),
    (
        Effect::Call,
        "拨打 拨号 拨给 拨出 呼叫 通话 语音聊天 视频聊天 打电话 电话联系 电话咨询 电话预约 电话沟通 致电 \
         来电咨询 回拨 重拨 接听 求助 呼救 报警 急救 加入会议 发起会议 入会 连麦 打给 回电",
    ),
    (
        Effect::Delete,
        "删除 删掉 删好友 移除 移出 移入黑名单 踢出 清空 清除 清理 清零 清掉 销毁 抹掉 抹除 擦除 粉碎 重置 \
         恢复出厂 还原 格式化 注销 销户 解散 退订 解绑 解除 撤销 撤回 撤单 拉黑 加入黑名单 加黑名单 入黑名单 \
         拉入黑名单 忽略该网络 不再关注 不再接收 屏蔽 退出 退群 登出 放弃 丢弃 不保留 不保存 忘记网络 \
         忘记此网络 忽略此网络 停止 结束订单 结束行程 结束服务 停用 禁用 强行停止 强制停止 结束进程 覆盖 \
         替换 作废 解约 断开连接 关闭账户 关闭账号 取消关注 脱离 吊销 弃用 下架 永久关闭 初始化",
    ),
    (
        Effect::Send,
        "重发 发送 发表 发布 发出 发消息 发短信 发邮件 发帖 发图 发视频 发弹幕 发言 发动态 发文 \
         发语音 发位置 发名片 发私信 发给 发评论 群发 回复 转发 转载 分享 提交 上交 投递 投稿 举报 投诉 投票 \
         上传 邀请 加好友 加为好友 添加好友 打招呼 评价 写评论 签到 打卡 加入群聊 加群 入群 申请加入 推送 \
         开播 开始直播 留言 送出 上报 报备 递交 公开 传送 递送 通知对方",
    ),
    (
        Effect::Like,
        "点赞 点个赞 喜欢 收藏 关注 好评 差评 投币 比心 想看 想读 追更 三连 加心 打分 五星 拍一拍",
    ),
    (Effect::AddToCart, "加入购物车 放入购物车 添加到购物车 加购 加购物车 加入购物袋"),
    (Effect::Create, "添加 新建 新增 创建 建群 发起群聊 加入"),
    (
        Effect::Save,
        "保存 存草稿 存储 存到 存为 另存 另存为 完成 设为 设成 修改 更改 更换 重命名 移动到 移到 移至 归档 置顶 \
         标为 标记 导入 导出 备份 恢复 同步 录入 应用修改",
    ),
];

/// Roots of one letter, which count only if nothing else is there, or before one of the letters behind them.
const SHORT: [(Effect, char, &[&str]); 10] = [
    (Effect::Pay, '付', &["钱", "定金", "尾款", "给"]),
    (
        Effect::Pay,
        '交',
        &["费", "电费", "水费", "燃气费", "话费", "学费", "房租", "押金", "物业费", "罚款", "税"],
    ),
    (Effect::Pay, '送', &["花", "礼物", "鲜花", "飞机", "火箭", "会员", "ta会员", "他会员", "好友"]),
    (Effect::Pay, '捐', &["钱", "步"]),
    (Effect::Order, '抢', &["票", "单", "券", "红包"]),
    (Effect::Order, '买', &["它", "票", "一份", "下"]),
    (Effect::Delete, '删', &["了", "信息"]),
    (Effect::Like, '赞', &["一下", "他", "ta"]),
    (Effect::Like, '顶', &["一下"]),
    (Effect::Like, '踩', &["一下"]),
];

/// What may stand before a root without changing it.
const STRENGTHENS: &str = "立即 马上 立刻 现在 即刻 确认 确定 去 请 点击 点此 点我 一键 快速 极速 闪电 免费 我要 我想 我来 \
    继续 仍然 仍要 坚持 直接 重新 再次 再 全部 批量 永久 彻底 自动 始终 总是 仅 仅限 本次 同意并 确认并 \
    保存并 并 免密 指纹 刷脸 扫码 扫一扫 一次性 申请 发起 开始 进行 尝试 手动 强制 强行 单独 选座 \
    打开并 重启并 限时 给个 给他 给她 给ta 给对方 替他 帮他 在线 安全 使用 通过 允许并 点 来 前往 立享 \
    抓紧 赶紧 快来 快去 独享 优先 同意";

/// Before anything else these tell that nothing is done: it was done, will not be, or is only looked at.
const UNDONE: &str = "不 暂不 暂缓 暂无 稍后 以后 下次 拒绝 否 无需 无法 勿 别 禁止 已 未 待 正在 曾 最近 我的 历史 查看 \
    浏览 搜索 检查 检测 了解 关于 如何 怎么 怎样 为什么 为何 什么 是否 能否 常见 帮助 热门 推荐 累计 \
    尚未 没有 忘记密码 取消全选";

/// Behind any root these make a name of it.
const NAMES: &str = "键盘 时间 日期 时长 方式 方法 规则 说明 须知 指南 攻略 教程 协议 政策 条款 帮助 中心 管理 结果 状态 情况 \
    失败 成功 建议 路径 进度 次数 数量 限制 限额 额度 师傅 达人 问题 排行 模式 类型 来源 渠道 版本 公告 \
    介绍 保障 条件 资格 期限 凭证 回执 音效 转移 等待 专场 专区 入口 封面 铃声 权益 计划 首页 原因 详情 \
    概览 统计 效果 趋势 流程 标准 范围 空间 人数 榜单 顺序 保护 目录 内容 完成 速度 格式 优惠 地址 页面";
/// The only single letters that something can be done to; any other makes a name: 收藏家, 下载量, 发布会.
const DONE_TO: [char; 21] = [
    '他', '她', '它', '吧', '了', '群', '图', '我', '卡', '券', '票', '车', '单', '房', '课', '片', '歌',
    '啦', '书', '机', '钱',
];
/// Places where deeds are listed. Those that take things away or keep them may be done to a place.
const PLACES: &str = "记录 历史 列表 设置 日志 明细 名单 箱 区 夹 簿 选项 库 账单 权限 日历";
/// Things that money, calls and rights are not done to, so that the root only names their kind.
const THINGS: &str = "码 包 信息 通知 提醒 提示 金额 费用 价格 密码 安全 大小 位置 设备 录音 活动 账户";

/// Roots that are done to whatever stands behind them; behind others a word for something abstract makes a name.
const TAKE_ANY: &str = "购买 抢购 订购 预约 预订 预定 开通 订阅 续费 缴纳 赠送 兑换 提交 发送 发布 发表 分享 上传 邀请 转发 \
    允许 授权 开启 启用 同意 接受 关注 收藏 喜欢 绑定 拨打 呼叫 举报 投诉";
/// Last letters of words for something abstract: 更新频率, 通话质量, 登录地点.
const ABSTRACT: &str =
    "率量度式数期点级质法则程因果态况表志页面区器品址名类型史题案策源径幅差比值次限权益榜线段序效速频户";

/// What was done by these is kept in a list that only shows it.
const SHOWN: &str = "删除 移除 退订 拉黑 注销 撤回 撤销 清理 屏蔽 修改 备份 恢复 同步 更改 导入 导出";
/// Roots that name a thing as easily as a deed, so that alone they tell nothing.
const NOUNS: &str = "存储 收付款 停止 红包 收款 理财 贷款 分期 无障碍 通话";

pub(super) fn meaning(shape: &Shape) -> Meaning {
    let bare = shape.bare.as_str();
    let asks = ["如何", "怎么", "怎样", "为什么", "为何", "什么"];
    if shape.question || asks.iter().any(|word| bare.starts_with(word)) {
        return Meaning::Harmless;
    }
    let bare = ["一下", "吧", "啦", "哦", "呀"].iter().find_map(|end| bare.strip_suffix(end)).unwrap_or(bare);
    if let Some(rest) = bare.strip_prefix("取消") {
        return taken_back(rest);
    }
    let root = first_root(bare);
    let keeps_nothing = matches!(root, Some((Effect::Delete, _, "")));
    if !keeps_nothing && all(UNDONE).any(|word| bare.starts_with(word)) {
        return Meaning::Harmless;
    }
    if all(NOUNS).any(|word| word == bare) && !shape.money {
        return Meaning::Unknown;
    }
    let core = strengthened(bare);
    if let Some(effect) = short(core).or_else(|| short(bare)) {
        return counted(effect, shape);
    }
    if matches!(core, "评论" | "跟评") && !bare.starts_with("全部") {
        return counted(Effect::Send, shape);
    }
    for words in [bare, core] {
        if let Some((effect, root, behind)) = first_root(words) {
            return match done_to(effect, root, behind, shape) {
                true => counted(effect, shape),
                false => Meaning::Harmless,
            };
        }
    }
    match at_end(core, shape) {
        Meaning::Unknown => urged(bare),
        known => known,
    }
}

/// What presses someone to do it, or asks them to confirm it, does something, whatever it is called; unless it only leads on.
fn urged(bare: &str) -> Meaning {
    let urges = ["立即", "马上", "立刻", "一键", "确认", "赶紧", "抓紧"];
    let Some(rest) = urges.iter().find_map(|word| bare.strip_prefix(word)) else { return Meaning::Unknown };
    let leads = [
        "查看", "体验", "前往", "进入", "打开", "试用", "阅读", "播放", "观看", "了解", "出发", "返回",
        "搜索", "试听", "扫描", "刷新", "修复",
    ];
    let named = [NAMES, PLACES, THINGS].into_iter().flat_map(all).any(|name| rest.ends_with(name));
    let long = rest.chars().count() > LONGEST / 2;
    if rest.is_empty() || long || named || leads.iter().any(|word| rest.contains(word)) {
        return Meaning::Unknown;
    }
    Meaning::Does(Effect::Order)
}

/// 取消 alone only closes; 取消订单 takes back what was done.
fn taken_back(rest: &str) -> Meaning {
    let things = ["订单", "会员", "行程", "任务", "服务", "合同", "套餐", "保险", "航班", "静音"];
    let done = things.iter().any(|thing| rest.contains(thing))
        || short(rest).is_some()
        || [rest, strengthened(rest)].iter().any(|words| first_root(words).is_some());
    if done { Meaning::Does(Effect::Delete) } else { Meaning::Harmless }
}

/// A number behind 评论 or 转发 is how many there are, and a touch shows them; a number behind 赞 does not change it.
fn counted(effect: Effect, shape: &Shape) -> Meaning {
    if shape.count && effect == Effect::Send { Meaning::Harmless } else { Meaning::Does(effect) }
}

/// Without what strengthens it; never all of it.
fn strengthened(words: &str) -> &str {
    let mut left = words;
    loop {
        let fits = all(STRENGTHENS).filter(|word| left.len() > word.len() && left.starts_with(word));
        match fits.max_by_key(|word| word.len()) {
            Some(word) => left = &left[word.len()..],
            None => return left,
        }
    }
}

fn short(core: &str) -> Option<Effect> {
    let fits = |(effect, root, behind): &(Effect, char, &[&str])| {
        let rest = core.strip_prefix(*root)?;
        (rest.is_empty() || behind.contains(&rest)).then_some(*effect)
    };
    SHORT.iter().find_map(fits)
}

fn all(words: &'static str) -> impl Iterator<Item = &'static str> {
    words.split(' ').filter(|word| !word.is_empty())
}

fn roots() -> impl Iterator<Item = (Effect, &'static str)> {
    ROOTS.iter().flat_map(|(effect, roots)| all(roots).map(|root| (*effect, root)))
}

/// The longest root at the start, and what stands behind it.
fn first_root(words: &str) -> Option<(Effect, &'static str, &str)> {
    let fits = roots().filter(|(_, root)| words.starts_with(root));
    fits.max_by_key(|(_, root)| root.len()).map(|(effect, root)| (effect, root, &words[root.len()..]))
}

/// Longer than this it is a sentence that tells of something.
const LONGEST: usize = 14;

/// Whether a root with this behind it is still a deed.
fn done_to(effect: Effect, root: &str, behind: &str, shape: &Shape) -> bool {
    let ends = |list: &'static str| all(list).any(|word| behind.ends_with(word));
    let is = |list: &'static str, word: &str| all(list).any(|one| one == word);
    let keeps = matches!(effect, Effect::Delete | Effect::Save | Effect::Create | Effect::AddToCart);
    let agrees = matches!(root, "同意" | "接受") && ends("协议 条款 政策");
    let rights = matches!(root, "启用" | "激活" | "开启" | "允许" | "授予" | "给予" | "赋予")
        && ends("管理 管理器 权限");
    if behind.is_empty()
        || behind.starts_with('并')
        || shape.money
        || root.starts_with('设')
        || agrees
        || rights
    {
        return true;
    }
    let told =
        behind.starts_with(['的', '于', '过']) || behind.ends_with('的') || behind.chars().count() > LONGEST;
    let mut letters = behind.chars();
    let one = letters.next().filter(|_| letters.next().is_none());
    if told || one.is_some_and(|one| !DONE_TO.contains(&one)) {
        return false;
    }
    if behind == "位置" && effect == Effect::Save {
        return false;
    }
    // What takes away or keeps may be done to anything: 删除支付方式, but not 创建时间.
    if is(NAMES, behind) || (ends(NAMES) && !keeps) {
        return false;
    }
    let bound = root.starts_with(['绑', '切', '验']) || root == "换绑";
    if ends(PLACES) && !bound {
        // 清空历史 clears it; 删除记录 shows what was deleted; 删除聊天记录 deletes it.
        // 存储记录 is a name, too: its root is one.
        return keeps && !is(NOUNS, root) && (!is(PLACES, behind) || !is(SHOWN, root));
    }
    let abstract_word = behind.ends_with(|c| ABSTRACT.contains(c));
    if !keeps && !bound && abstract_word && !is(TAKE_ANY, root) {
        return false;
    }
    match effect {
        Effect::Pay | Effect::Order if is(TAKE_ANY, root) || behind.ends_with("余金额") => true,
        Effect::Install | Effect::SignIn if !bound => !is(THINGS, behind),
        Effect::Pay | Effect::Order | Effect::Call | Effect::Like => !ends(THINGS) && !behind.contains('的'),
        Effect::Grant => !ends("信息 应用") || !behind.contains('的'),
        _ => true,
    }
}

/// Roots that name a thing or an app as easily as a deed when something stands before them: 某某支付, 新品发布.
const NAMED_SO: &str = "支付 收款 理财 公开 贷款 无障碍 红包 存储 发布 更新 评价 喜欢 关注 分享 回复 收藏 转发 订阅 投票 \
    留言 推送 通话 兑换 打卡";
/// How it is done: before a root it stays a deed.
const HOW: &str = "余额 银行卡 信用卡 零钱 密码 快捷 免密 指纹 刷脸 扫码 分期 先享后 一键 发 塞 包 抢 拆 匿名 智能 静默 \
    系统 应用 软件 夜间 语音 视频 特别 全网 取消 版本 加入 添加 加";

/// 使用某某支付 tells by what.
fn paid_by(bare: &str) -> bool {
    ["使用", "用", "通过"].iter().any(|word| bare.starts_with(word)) && !bare.starts_with("用户")
}

/// A root at the end, after other words: 话费充值, 手机号登录.
fn at_end(words: &str, shape: &Shape) -> Meaning {
    let fits = roots().filter(|(_, root)| words.len() > root.len() && words.ends_with(root));
    let Some((effect, root)) = fits.max_by_key(|(_, root)| root.len()) else {
        return inside(words, shape);
    };
    let before = &words[..words.len() - root.len()];
    let long = before.chars().count() > LONGEST / 2;
    let named = all(NAMED_SO).any(|named| named == root)
        && !shape.money
        && !(paid_by(shape.bare.trim_start_matches("确认")))
        && !all(HOW).any(|by| before.starts_with(by) || before.ends_with(by));
    let edited = ["编辑", "修改", "设置", "填写", "选择", "录入"].contains(&before);
    let kept = matches!(effect, Effect::Save | Effect::Create) && root != "保存" && !edited;
    if long || named || kept || before.ends_with(['的', '我']) {
        return Meaning::Unknown;
    }
    counted(effect, shape)
}

/// What 发 begins that is nothing to send: 发现, 发票.
const BEGUN: &str = "现票货型展音热明生件薪育达行电光射酵挥觉烧财呆源起小大";

/// A root in the middle counts if what is before it only tells to whom or how: 给张三发消息, 把他拉黑吧. Something
/// short behind 发 is sent, and something behind 申请 is applied for, whatever it is.
fn inside(words: &str, shape: &Shape) -> Meaning {
    let length = words.chars().count();
    if length > LONGEST || [NAMES, PLACES].into_iter().flat_map(all).any(|name| words.ends_with(name)) {
        return Meaning::Unknown;
    }
    let sent = words.strip_prefix('发').and_then(|rest| rest.chars().next());
    if sent.is_some_and(|c| !BEGUN.contains(c)) && length <= 6 && !shape.count {
        return Meaning::Does(Effect::Send);
    }
    if ["申请", "提交", "发起"].iter().any(|word| shape.bare.starts_with(word)) {
        return Meaning::Does(Effect::Send);
    }
    let filled = words.strip_prefix('充').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if filled {
        return Meaning::Does(Effect::Pay);
    }
    if words.starts_with("联系") && words.contains("电话") && length > 4 {
        return Meaning::Does(Effect::Call);
    }
    let told = ["给", "向", "把", "将", "帮", "替", "对", "与", "和"];
    if !told.iter().any(|word| words.starts_with(word)) {
        return Meaning::Unknown;
    }
    let found = roots()
        .filter(|(effect, root)| !matches!(effect, Effect::Save | Effect::Create) && words.contains(root));
    match found.max_by_key(|(_, root)| root.len()) {
        Some((effect, _)) => Meaning::Does(effect),
        None => Meaning::Unknown,
    }
}
