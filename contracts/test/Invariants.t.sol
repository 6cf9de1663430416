// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuraVouch} from "../src/AuraVouch.sol";
import {SteezeStack} from "../src/SteezeStack.sol";
import {AuraAccount} from "../src/AuraAccount.sol";
import {IAuraAccount} from "../src/interfaces/IAuraAccount.sol";
import {MockUSDC} from "../src/mocks/MockUSDC.sol";
import {Accounts} from "./Accounts.sol";
import {Base} from "./Base.sol";

/// @notice Does to SteezeStack whatever accounts, a server, an owner and USDC may do, in any order, and keeps its own
/// count of what must follow. What is refused is refused: the invariants are about what got through.
contract StackHandler is Base {
    struct Signed {
        address account;
        uint256 limit;
        uint256 deadline;
        bytes signature;
    }

    address[4] public accounts;
    Signed[] private _signed;
    uint256[2] private _signerKeys = [SIGNER_KEY, uint256(0x52)];
    uint256 private _signerKey = SIGNER_KEY;

    uint256 public bought;
    uint256 public redeemed;
    mapping(address account => uint256 limit) public highestLimit;
    /// @notice Per UTC day, what was paid out, and the highest cap that day knew.
    mapping(uint256 day => uint256 usdcAmount) public paid;
    mapping(uint256 day => uint256 usdcAmount) public highestCap;
    uint256 public immutable firstDay = (MIDNIGHT + 10 hours) / 1 days;

    constructor() {
        _deploy();
        for (uint256 i = 0; i < accounts.length; i++) {
            accounts[i] = vm.addr(0xACC0 + i);
            _fund(accounts[i], 10_000 * USDC);
        }
        _noteCap();
    }

    function stackContract() external view returns (SteezeStack) {
        return stack;
    }

    function token() external view returns (MockUSDC) {
        return usdc;
    }

    function buy(uint256 by, uint256 steezeAmount, uint256 dust) external {
        uint256 usdcAmount = (steezeAmount % 5_000) * 100_000 + (dust % 8 == 0 ? dust % 100_000 : 0);
        address account = _account(by);
        vm.prank(account);
        try stack.buySteeze(usdcAmount) {
            bought += usdcAmount / 100_000;
        } catch {}
    }

    /// @notice Anybody hands in a signed purchase, again and again; one in two for another buyer than it was signed by.
    function buySigned(uint256 by, uint256 forWhom, uint256 steezeAmount, uint256 salt) external {
        (uint256 which, uint256 usdcAmount) = (by % accounts.length, (1 + steezeAmount % 500) * 100_000);
        uint256 until = block.timestamp + 1;
        bytes32 nonce = _buyNonce(accounts[which], bytes32(salt % 8));
        bytes memory signature = _authorization(0xACC0 + which, address(stack), usdcAmount, until, nonce);
        address buyer = forWhom % 2 == 0 ? accounts[which] : _account(forWhom);
        try stack.buySteezeWithAuthorization(buyer, usdcAmount, until, bytes32(salt % 8), signature) {
            assertTrue(buyer == accounts[which], "paid for somebody who had not signed");
            assertTrue(usdc.authorizationState(buyer, nonce), "can be handed in again");
            bought += usdcAmount / 100_000;
        } catch {}
    }

    /// @notice The server signs: mostly a little more than was withdrawn, sometimes anything.
    function sign(uint256 forWhom, uint256 limit, uint256 lasting) external {
        address account = _account(forWhom);
        limit = limit % 8 == 0 ? limit % 1_000_000 : stack.withdrawn(account) + limit % 2_000;
        _sign(account, limit, block.timestamp + lasting % 1 days);
    }

    /// @notice Anybody hands in any signature there ever was.
    function withdraw(uint256 by, uint256 which, uint256 amount) external {
        if (_signed.length == 0) return;
        Signed storage signed = _signed[which % _signed.length];
        // Mostly by whom it is for; what is left of it, or any amount.
        address account = by % 4 == 0 ? _account(by) : signed.account;
        uint256 had = stack.withdrawn(account);
        if (amount % 2 == 0 && signed.limit > had) amount = signed.limit - had;
        _withdraw(account, signed, amount % 20_000);
    }

    /// @notice Anybody hands in any signature there ever was, for whom it is or for somebody else.
    function withdrawFor(uint256 which, uint256 forWhom) external {
        if (_signed.length == 0) return;
        Signed storage signed = _signed[which % _signed.length];
        address account = forWhom % 4 == 0 ? _account(forWhom) : signed.account;
        uint256 had = usdc.balanceOf(account);
        uint256 withdrawn = stack.withdrawn(account);
        try stack.withdrawSteezeFor(account, signed.limit, signed.deadline, signed.signature) {
            assertEq(stack.withdrawn(account), signed.limit);
            redeemed += signed.limit - withdrawn;
            assertEq(usdc.balanceOf(account) - had, (signed.limit - withdrawn) * 70_000);
            paid[block.timestamp / 1 days] += (signed.limit - withdrawn) * 70_000;
        } catch {}
    }

    /// @notice Every signature there ever was, from every account.
    function replayEverything(uint256 amount) external {
        amount = 1 + amount % 500;
        for (uint256 i = _signed.length > 12 ? _signed.length - 12 : 0; i < _signed.length; i++) {
            for (uint256 by = 0; by < accounts.length; by++) _withdraw(accounts[by], _signed[i], amount);
        }
    }

    function wait(uint256 time) external {
        vm.warp(block.timestamp + time % 9 hours);
        _noteCap();
    }

    function pauseOrNot(uint256 chance) external {
        if (chance % 4 == 0 && !stack.paused()) stack.pause();
        else if (stack.paused()) stack.unpause();
    }

    function setCap(uint256 cap) external {
        stack.setDailyCap(cap % (2_000 * USDC));
        _noteCap();
    }

    function rotate(uint256 which) external {
        _signerKey = _signerKeys[which % _signerKeys.length];
        stack.setSigner(vm.addr(_signerKey));
    }

    function takeSurplus(uint256 usdcAmount) external {
        uint256 surplus = stack.surplus();
        usdcAmount = usdcAmount % 3 == 0 ? surplus : usdcAmount % (surplus + 2);
        try stack.takeSurplus(address(0x5AFE), usdcAmount) {} catch {}
    }

    function donate(uint256 usdcAmount) external {
        usdc.mint(address(stack), usdcAmount % USDC);
    }

    function blockOrNot(uint256 who, bool blocked) external {
        usdc.setBlocked(_account(who), blocked);
    }

    /// @notice A stranger tries what is the owner's.
    function meddle(uint256 by, uint256 usdcAmount) external {
        address stranger = _account(by);
        bytes[5] memory calls = [
            abi.encodeCall(stack.takeSurplus, (stranger, usdcAmount % 2)),
            abi.encodeCall(stack.setSigner, (stranger)),
            abi.encodeCall(stack.setDailyCap, (type(uint64).max)),
            abi.encodeCall(stack.pause, ()),
            abi.encodeCall(stack.transferOwnership, (stranger))
        ];
        for (uint256 i = 0; i < calls.length; i++) {
            vm.prank(stranger);
            (bool done,) = address(stack).call(calls[i]);
            assertTrue(!done, "a stranger was heard");
        }
    }

    function _withdraw(address account, Signed storage signed, uint256 amount) private {
        uint256 had = usdc.balanceOf(account);
        vm.prank(account);
        try stack.withdrawSteeze(amount, signed.limit, signed.deadline, signed.signature) {
            redeemed += amount;
            uint256 got = usdc.balanceOf(account) - had;
            assertEq(got, amount * 70_000);
            paid[block.timestamp / 1 days] += got;
        } catch {}
    }

    function _sign(address account, uint256 limit, uint256 deadline) private {
        _signed.push(Signed(account, limit, deadline, _limit(_signerKey, account, limit, deadline)));
        if (limit > highestLimit[account]) highestLimit[account] = limit;
    }

    function _noteCap() private {
        uint256 day = block.timestamp / 1 days;
        if (stack.dailyCap() > highestCap[day]) highestCap[day] = stack.dailyCap();
    }

    function _account(uint256 which) private view returns (address) {
        return accounts[which % accounts.length];
    }
}

contract SteezeStackInvariants is Base {
    StackHandler private _handler;

    function setUp() external {
        vm.warp(MIDNIGHT + 10 hours);
        _handler = new StackHandler();
        stack = _handler.stackContract();
        usdc = _handler.token();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    /// @dev One function, so that one run of the handler is looked at from every side.
    /// [steeze.contract-solvent] [steeze.contract-cumulative]
    function invariant_theStackIsSound() external view {
        uint256 held = usdc.balanceOf(address(stack));
        uint256 needed = 70_000 * stack.outstanding();
        assertTrue(held >= needed, "holds less than outstanding Steeze needs");
        assertEq(stack.surplus(), held - needed);
        assertEq(stack.outstanding(), _handler.bought() - _handler.redeemed());

        uint256 withdrawn = 0;
        for (uint256 i = 0; i < 4; i++) {
            address account = _handler.accounts(i);
            assertTrue(stack.withdrawn(account) <= _handler.highestLimit(account), "above the highest limit");
            withdrawn += stack.withdrawn(account);
        }
        assertEq(withdrawn, _handler.redeemed());

        for (uint256 day = _handler.firstDay(); day <= block.timestamp / 1 days; day++) {
            assertTrue(_handler.paid(day) <= _handler.highestCap(day), "above the daily cap");
        }
        assertEq(stack.owner(), address(_handler));
        assertEq(stack.pendingOwner(), address(0));
    }
}

/// @notice The handler gets through where it should: else the invariants would be about nothing.
contract StackHandlerTest is Base {
    function test_buysSignsWithdrawsAndReplays() external {
        StackHandler handler = new StackHandler();
        SteezeStack target = handler.stackContract();
        handler.buy(0, 4_000, 1);
        assertEq(target.outstanding(), 4_000);
        handler.sign(1, 500, 1 hours);
        handler.sign(1, 300, 1 hours);
        handler.withdraw(1, 0, 100);
        address account = handler.accounts(1);
        // An even amount takes all that is left.
        assertEq(target.withdrawn(account), 500);
        handler.replayEverything(499);
        assertEq(target.withdrawn(account), 500);
        handler.sign(1, 1_001, 1 hours);
        handler.replayEverything(99);
        assertEq(target.withdrawn(account), 600);
        assertEq(handler.redeemed(), 600);
    }
}

/// @notice Vouches between a few accounts, with every kind of amount.
contract VouchHandler is Base {
    address[4] public accounts;
    uint256 public total;

    constructor() {
        _deploy();
        for (uint256 i = 0; i < accounts.length; i++) {
            accounts[i] = vm.addr(0xACC0 + i);
            _fund(accounts[i], 1_000 * USDC);
        }
    }

    function vouchContract() external view returns (AuraVouch) {
        return vouching;
    }

    function token() external view returns (MockUSDC) {
        return usdc;
    }

    function vouch(uint256 by, uint256 forWhom, uint256 usdcAmount) external {
        usdcAmount = usdcAmount % 8 == 0 ? usdcAmount % (120 * USDC) : (usdcAmount % 60) * USDC;
        address target = forWhom % 9 == 0 ? address(vouching) : accounts[forWhom % accounts.length];
        address voucher = accounts[by % accounts.length];
        uint256 had = usdc.balanceOf(target);
        vm.prank(voucher);
        try vouching.vouch(target, usdcAmount) {
            total += usdcAmount;
            assertEq(usdc.balanceOf(target), had + usdcAmount);
        } catch {}
    }

    /// @notice Anybody hands in a signed vouch, again and again; one in two for another target than it was signed for.
    function vouchSigned(uint256 by, uint256 forWhom, uint256 usdcAmount, uint256 salt, uint256 meant) external {
        (uint256 which, bytes32 salted) = (by % accounts.length, bytes32(salt % 4));
        usdcAmount = (usdcAmount % 30) * USDC;
        address target = accounts[forWhom % accounts.length];
        address signedFor = meant % 2 == 0 ? target : accounts[meant % accounts.length];
        bytes32 nonce = _vouchNonce(signedFor, salted);
        uint256 until = block.timestamp + 1;
        bytes memory signature = _authorization(0xACC0 + which, address(vouching), usdcAmount, until, nonce);
        bool wasUsed = usdc.authorizationState(accounts[which], nonce);
        try vouching.vouchWithAuthorization(accounts[which], target, usdcAmount, until, salted, signature) {
            assertTrue(target == signedFor && !wasUsed, "a signature counted twice, or for somebody else");
            total += usdcAmount;
        } catch {}
    }

    function blockOrNot(uint256 who, bool blocked) external {
        usdc.setBlocked(accounts[who % accounts.length], blocked);
    }
}

contract AuraVouchInvariants is Base {
    VouchHandler private _handler;

    function setUp() external {
        _handler = new VouchHandler();
        vouching = _handler.vouchContract();
        usdc = _handler.token();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    /// [vouching.contract-pair-cap]
    function invariant_everyPairIsWithinTheRules() external view {
        uint256 sum = 0;
        for (uint256 i = 0; i < 16; i++) {
            uint256 pair = vouching.vouchedAmount(_handler.accounts(i / 4), _handler.accounts(i % 4));
            assertTrue(pair <= 100 * USDC && pair % USDC == 0, "a pair is above its cap, or has parts of a USDC");
            assertTrue(i / 4 != i % 4 || pair == 0, "somebody vouched for themselves");
            sum += pair;
        }
        assertEq(sum, _handler.total());
        assertEq(usdc.balanceOf(address(vouching)), 0);
    }
}

/// @notice Adds, removes and keeps the keys of an account, pays by it and hands in everything again, and keeps its own
/// count of what must follow.
contract AccountHandler is Accounts {
    struct Handed {
        IAuraAccount.Call call;
        uint256 nonce;
        bytes signature;
    }

    uint256 private constant SECRETS = 0x5EC0;
    uint256 private constant STAYS = type(uint256).max;

    AuraAccount public account;
    bytes[5] private _keys;
    /// @notice Until when each key signs, by the rules in other words than the contract's.
    uint256[5] public untils;
    uint256 public sent;
    Handed[] private _handed;
    mapping(uint256 nonce => bool) private _isUsed;

    constructor() {
        _deploy();
        _deployAccounts();
        for (uint256 i = 0; i < 5; i++) _keys[i] = i % 2 == 0 ? _passkey(SECRETS + i) : _wallet(SECRETS + i);
        account = _account(_keys[0]);
        untils[0] = STAYS;
        usdc.mint(address(account), 1_000_000 * USDC);
    }

    function key(uint256 which) external view returns (bytes memory) {
        return _keys[which];
    }

    function token() external view returns (MockUSDC) {
        return usdc;
    }

    function staying() public view returns (uint256 count) {
        for (uint256 i = 0; i < 5; i++) if (untils[i] == STAYS) count++;
    }

    function addKey(uint256 by, uint256 which, uint256 nonce) external {
        which = which % 5;
        bool isAllowed = block.timestamp >= untils[which];
        if (_call(by, address(account), abi.encodeCall(account.addKey, (_keys[which])), nonce, isAllowed)) {
            untils[which] = STAYS;
        }
    }

    function removeKey(uint256 by, uint256 which, uint256 nonce) external {
        which = which % 5;
        bool isAllowed = untils[which] == STAYS && staying() > 1;
        bytes memory data = abi.encodeCall(account.removeKey, (keccak256(_keys[which])));
        if (_call(by, address(account), data, nonce, isAllowed)) untils[which] = block.timestamp + 2 days;
    }

    function keepKey(uint256 by, uint256 which, uint256 nonce) external {
        which = which % 5;
        bool isAllowed = untils[which] != STAYS && block.timestamp < untils[which];
        bytes memory data = abi.encodeCall(account.keepKey, (keccak256(_keys[which])));
        if (_call(by, address(account), data, nonce, isAllowed)) untils[which] = STAYS;
    }

    function pay(uint256 by, uint256 usdcAmount, uint256 nonce) external {
        usdcAmount = usdcAmount % 100;
        bytes memory data = abi.encodeCall(usdc.transfer, (bo, usdcAmount));
        if (_call(by, address(usdc), data, nonce, true)) sent += usdcAmount;
    }

    /// @notice Everything that was ever made, again.
    function replayEverything() external {
        for (uint256 i = _handed.length > 10 ? _handed.length - 10 : 0; i < _handed.length; i++) {
            IAuraAccount.Call[] memory calls = new IAuraAccount.Call[](1);
            calls[0] = _handed[i].call;
            try account.execute(calls, _handed[i].nonce, STAYS, _handed[i].signature) {
                assertTrue(false, "made twice");
            } catch {}
        }
    }

    /// @notice Anybody makes the account again, which changes nothing.
    function makeAgain() external {
        factory.createAccount(_keys[0]);
    }

    function wait(uint256 time) external {
        vm.warp(block.timestamp + time % 30 hours);
    }

    function _call(uint256 by, address to, bytes memory data, uint256 nonce, bool isAllowed) private returns (bool) {
        by = by % 5;
        nonce = nonce % 8 == 0 ? nonce % 600 : nonce;
        IAuraAccount.Call[] memory calls = _one(to, data);
        bytes memory signature = _by(_keys[by], SECRETS + by, _callsDigest(account, calls, nonce, STAYS));
        isAllowed = isAllowed && block.timestamp < untils[by] && !_isUsed[nonce];
        try account.execute(calls, nonce, STAYS, signature) {
            assertTrue(isAllowed, "passed though it is against the rules");
        } catch {
            assertTrue(!isAllowed, "failed though it is within the rules");
            return false;
        }
        _isUsed[nonce] = true;
        _handed.push(Handed(calls[0], nonce, signature));
        return true;
    }
}

contract AuraAccountInvariants is Base {
    AccountHandler private _handler;

    function setUp() external {
        vm.setEvmVersion("osaka");
        _handler = new AccountHandler();
        usdc = _handler.token();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    /// [accounts.contract-keys] [accounts.contract-last-key]
    function invariant_onlyItsKeysSignAndOneAlwaysStays() external view {
        AuraAccount account = _handler.account();
        for (uint256 i = 0; i < 5; i++) {
            bool signs = block.timestamp < _handler.untils(i);
            assertTrue(account.isKey(_handler.key(i)) == signs, "a key signs that should not, or the other way round");
        }
        assertTrue(_handler.staying() > 0, "no key stays");
        assertEq(usdc.balanceOf(address(account)), 1_000_000 * USDC - _handler.sent());
    }
}
